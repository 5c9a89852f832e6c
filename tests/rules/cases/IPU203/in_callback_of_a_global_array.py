# flags: --all-rules
import numpy as np
from tensorflow import keras

x = np.random.rand(100, 4).astype("float32")
y = x.sum(axis=1)
x_val = np.random.rand(50, 4).astype("float32")


class Report(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(self.model.predict(x_val).mean())


model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=32, epochs=2, callbacks=[Report()])
# output
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x = np.random.rand(100, 4).astype("float32")
y = x.sum(axis=1)
x_val = np.random.rand(50, 4).astype("float32")


class Report(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(self.model.predict(x_val, batch_size=25).mean())


train_steps = len(x) // 32
train_size = train_steps * 32

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse", steps_per_execution=train_steps)
model.fit(x[:train_size], y[:train_size], batch_size=32, epochs=2, callbacks=[Report()])
