# case: a learning rate that is set before each batch, in a Callback subclass with a counter; the list grows with +=
# rules: IPU101 IPU102 IPU103 IPU202 IPU301 IPU306
# port: left IPU306
# must: contains on_train_batch_begin
# must: contains steps_per_execution
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K


class EpochTimer(keras.callbacks.Callback):
    """Counts epochs only."""

    def on_epoch_begin(self, epoch, logs=None):
        print("begin", epoch + 1)


class CosineWarmup(keras.callbacks.Callback):
    def __init__(self, total, rate=0.1):
        super(CosineWarmup, self).__init__()
        self.total, self.rate, self.step = total, rate, 0

    def on_train_begin(self, logs=None):
        self.rates = []

    def on_train_batch_begin(self, batch, logs=None):
        self.step += 1
        K.set_value(self.model.optimizer.lr, self.rate)   # the same rate each time
        self.rates.append(self.rate)


BATCH = 25
tf.random.set_seed(14)
features = np.random.RandomState(14).rand(260, 3).astype("float32")
targets = features @ np.array([[1.0], [2.0], [-1.0]], dtype="float32")

callbacks = [EpochTimer()]
callbacks += [CosineWarmup(total=2 * (len(features) // BATCH))]

model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(3,))])
model.compile(optimizer=keras.optimizers.SGD(0.1), loss="mse")
model.fit(features, targets, BATCH, 2, 0, callbacks)
