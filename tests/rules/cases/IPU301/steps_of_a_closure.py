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


def set_steps_per_execution(model, steps):
    """Compile a model again as it is, with another `steps_per_execution`; its weights and its optimizer stay."""
    if int(model._steps_per_execution.numpy()) != steps:
        model.compile(**model._get_compile_args(), steps_per_execution=steps)


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

models = {}
x, y = np.load("x.npy"), np.load("y.npy")


def build():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    models["dense"] = model


def trainer(size):
    def train():
        train_steps = len(x) // size
        train_size = train_steps * size
        set_steps_per_execution(models['dense'], train_steps)
        models["dense"].fit(x[:train_size], y[:train_size], batch_size=size)

    return train


with strategy.scope():
    build()
trainer(16)()
