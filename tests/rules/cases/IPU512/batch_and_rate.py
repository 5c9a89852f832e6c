# flags: --replicas 2 --all-rules
import numpy as np
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
print(f"{strategy.num_replicas_in_sync} devices")
batch_size = 32 * strategy.num_replicas_in_sync
x, y = np.random.rand(1000, 4).astype("float32"), np.random.rand(1000).astype("float32")
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(0.01 * strategy.num_replicas_in_sync), "mse")
model.fit(x, y, batch_size=batch_size)
model.evaluate(x, y, batch_size=batch_size)
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


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
print(f"{2} devices")
batch_size = 32 * 2
x, y = np.random.rand(1000, 4).astype("float32"), np.random.rand(1000).astype("float32")
train_steps = len(x) // batch_size
train_size = train_steps * batch_size
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(average_over_replicas(tf.keras.optimizers.SGD(0.01 * 2)), "mse", steps_per_execution=train_steps)
    model.set_replication_options(replicated_metric_reduction_method="mean")
model.fit(x[:train_size], y[:train_size], batch_size=batch_size // 2)
model.evaluate(x, y, batch_size=50)
