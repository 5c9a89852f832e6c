import contextlib

from tensorflow import keras
from tensorflow.python import ipu


@contextlib.contextmanager
def on_ipu():
    with ipu.ipu_strategy.IPUStrategy().scope():
        yield


with on_ipu():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
