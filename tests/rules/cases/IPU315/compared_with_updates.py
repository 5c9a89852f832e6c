# flags: --all-rules --format
import math

import numpy as np
from tensorflow import keras

B = 32
x = np.load("x.npy").astype("float32")
y = np.load("y.npy").astype("float32")
per_epoch = math.ceil(len(x) / B)


class Decay(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        step = self.model.optimizer.iterations
        done = 2 if step >= 2 * per_epoch else 0
        keras.backend.set_value(self.model.optimizer.lr, 0.1 * 0.5**done)


model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile(keras.optimizers.SGD(0.1), "mse")
model.fit(x, y, batch_size=B, epochs=3, callbacks=[Decay()])
# output
import math

import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

B = 32
x = np.load("x.npy").astype("float32")
y = np.load("y.npy").astype("float32")
per_epoch = len(x) // B


class Decay(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        step = self.model.optimizer.iterations
        done = 2 if step >= 2 * per_epoch else 0
        keras.backend.set_value(self.model.optimizer.lr, 0.1 * 0.5**done)


train_steps = len(x) // B
train_size = train_steps * B

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile(keras.optimizers.SGD(0.1), "mse", steps_per_execution=train_steps)
model.fit(x[:train_size], y[:train_size], batch_size=B, epochs=3, callbacks=[Decay()])
