# flags: --replicas 2 --select IPU310,IPU311
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")


class Show(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(self.model.predict(x[:64]))


model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, callbacks=[Show()])
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


class Show(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(self.model.predict(x[:64]))


model = keras.Sequential([keras.layers.Dense(1)])
model.compile(average_over_replicas("sgd"), "mse")
model.fit(x, y, callbacks=[Show()], batch_size=16)
