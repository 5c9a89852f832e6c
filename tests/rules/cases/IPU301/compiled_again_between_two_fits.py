# flags: --all-rules
import numpy as np
from tensorflow import keras


def slow_down():
    model.compile(keras.optimizers.SGD(0.001), "mse")


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
if len(x) > 100:
    model.compile("sgd", "mse")
    model.fit(x, y, batch_size=16)
    slow_down()
model.fit(x, y, batch_size=16)
# output
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def slow_down(steps_per_execution=1):
    model.compile(keras.optimizers.SGD(0.001), "mse", steps_per_execution=steps_per_execution)


x, y = np.load("x.npy"), np.load("y.npy")
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
if len(x) > 100:
    train_steps = len(x) // 16
    train_size = train_steps * 16
    with strategy.scope():
        model.compile("sgd", "mse", steps_per_execution=train_steps)
    model.fit(x[:train_size], y[:train_size], batch_size=16)
    with strategy.scope():
        slow_down(steps_per_execution=len(x) // 16)
train_size_2 = len(x) // 16 * 16
model.fit(x[:train_size_2], y[:train_size_2], batch_size=16)
