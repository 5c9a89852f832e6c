# flags: --all-rules
import numpy as np
from tensorflow import keras

models = {}
x, y = np.load("x.npy"), np.load("y.npy")


def build():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    models["dense"] = model


def trainer(size):
    def train():
        models["dense"].fit(x, y, batch_size=size)

    return train


build()
trainer(16)()
# output
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

models = {}
x, y = np.load("x.npy"), np.load("y.npy")


def build():
    model = keras.Sequential([keras.layers.Dense(1)])
    # gpu2ipu: IPU301 `compile` without `steps_per_execution`: each execution runs a single batch; the step count of `models['dense'].fit` is not known at `compile()`
    model.compile("sgd", "mse")
    models["dense"] = model


def trainer(size):
    def train():
        train_size = len(x) // size * size
        models["dense"].fit(x[:train_size], y[:train_size], batch_size=size)

    return train


with strategy.scope():
    build()
trainer(16)()
