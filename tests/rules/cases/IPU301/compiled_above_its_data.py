# flags: --select IPU103,IPU301
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(1)])
    # mean squares will do
    model.compile("sgd", "mse")
model.summary()

x, y = np.load("x.npy"), np.load("y.npy")
train_size = len(x) // 20 * 20
for _ in range(2):
    model.fit(x[:train_size], y[:train_size], batch_size=20)
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

x, y = np.load("x.npy"), np.load("y.npy")
train_size = len(x) // 20 * 20
with strategy.scope():
    # mean squares will do
    model.compile("sgd", "mse", steps_per_execution=len(x) // 20)
for _ in range(2):
    model.fit(x[:train_size], y[:train_size], batch_size=20)
