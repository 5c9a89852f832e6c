# flags: --replicas 2 --all-rules --format
import numpy as np
import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
n_gpus = len(gpus)
print("GPUs:", n_gpus)
if n_gpus > 1:
    strategy = tf.distribute.MirroredStrategy()
else:
    strategy = tf.distribute.get_strategy()
x, y = np.random.rand(1000, 4).astype("float32"), np.random.rand(1000).astype("float32")
batch_size = 32 * n_gpus
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(x, y, batch_size=batch_size)
# output
import numpy as np
import tensorflow as tf
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


n_gpus = 2
ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
x, y = np.random.rand(1000, 4).astype("float32"), np.random.rand(1000).astype("float32")
batch_size = 32 * n_gpus
train_steps = len(x) // batch_size
train_size = train_steps * batch_size
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(average_over_replicas("sgd"), "mse", steps_per_execution=train_steps)
    model.set_replication_options(replicated_metric_reduction_method="mean")
model.fit(x[:train_size], y[:train_size], batch_size=batch_size // 2)
