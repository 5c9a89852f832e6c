# flags: --replicas 4 --select IPU310,IPU311
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
optimizer = keras.optimizers.Adam(keras.optimizers.schedules.ExponentialDecay(1e-3, 10, 0.9), clipnorm=1.0)
scaled = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(1e-3, momentum=0.9))
given = {"loss": "mse", "optimizer": "adam"}

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer=optimizer, loss="mse")
model.fit(x, y)
model.compile(scaled, "mse")
model.fit(x, y)
model.compile(loss="mse")
model.fit(x, y)
model.compile(**given)
model.fit(x, y)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
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


x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
optimizer = keras.optimizers.Adam(keras.optimizers.schedules.ExponentialDecay(1e-3, 10, 0.9), clipnorm=1.0)
scaled = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(1e-3, momentum=0.9))
given = {"loss": "mse", "optimizer": "adam"}

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer=average_over_replicas(optimizer), loss="mse")
model.set_replication_options(replicated_metric_reduction_method="mean")
model.fit(x, y, batch_size=8)
model.compile(average_over_replicas(scaled), "mse")
model.set_replication_options(replicated_metric_reduction_method="mean")
model.fit(x, y, batch_size=8)
model.compile(loss="mse", optimizer=average_over_replicas("rmsprop"))
model.set_replication_options(replicated_metric_reduction_method="mean")
model.fit(x, y, batch_size=8)
model.compile(**{**given, "optimizer": average_over_replicas(given["optimizer"])})
model.set_replication_options(replicated_metric_reduction_method="mean")
model.fit(x, y, batch_size=8)
