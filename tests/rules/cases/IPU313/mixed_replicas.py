# flags: --precision mixed --replicas 2 --all-rules
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
model = keras.Sequential([layers.Dense(8), layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu


def average_over_replicas(optimizer):
    """Let an optimizer take the mean of the gradients of all replicas, which an IPU would add up."""
    optimizer = tf.keras.optimizers.get(optimizer)

    def average(gradients_and_variables):
        return [
            (ipu.cross_replica_ops.cross_replica_mean(gradient), variable)
            for gradient, variable in gradients_and_variables
        ]

    getattr(optimizer, "inner_optimizer", optimizer).gradient_aggregator = average
    return optimizer


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.floating_point_behaviour.esr = ipu.config.StochasticRoundingBehaviour.ON
ipu_config.experimental.enable_prng_stability = True
ipu_config.configure_ipu_system()
tf.keras.mixed_precision.set_global_policy("mixed_float16")
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
with strategy.scope():
    model = keras.Sequential([layers.Dense(8), layers.Dense(1, dtype="float32")])
    model.compile(average_over_replicas(tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.get("adam"), dynamic=False, initial_scale=128)), "mse", steps_per_execution=len(x) // 32)
model.set_replication_options(replicated_metric_reduction_method="mean")
model.fit(x, y, batch_size=16)
