# flags: --replicas 2 --all-rules
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
model = keras.Sequential([layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, epochs=3, validation_data=(x, y))
model.evaluate(x, y)
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
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
train_steps = len(x) // 32
train_size = train_steps * 32
with strategy.scope():
    model = keras.Sequential([layers.Dense(1)])
    model.compile(average_over_replicas("sgd"), "mse", steps_per_execution=train_steps)
model.set_replication_options(replicated_metric_reduction_method="mean")
model.fit(x[:train_size], y[:train_size], epochs=3, validation_data=(x, y), validation_batch_size=101, batch_size=16)
model.evaluate(x, y, batch_size=101)
