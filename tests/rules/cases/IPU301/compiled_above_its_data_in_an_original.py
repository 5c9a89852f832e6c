# flags: --all-rules
import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(lr=0.1), "mse")  # mean squares will do
model.summary()

x, y = np.load("x.npy").astype("float32"), np.load("y.npy").astype("float32")
model.fit(x, y, batch_size=20)
# output
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(1)])
model.summary()

x, y = np.load("x.npy").astype("float32"), np.load("y.npy").astype("float32")
train_steps = len(x) // 20
train_size = train_steps * 20
with strategy.scope():
    model.compile(keras.optimizers.SGD(lr=0.1), "mse", steps_per_execution=train_steps)  # mean squares will do
model.fit(x[:train_size], y[:train_size], batch_size=20)
