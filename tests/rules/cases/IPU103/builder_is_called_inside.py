from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()


def build(units):
    """A builder stays as it is: its caller enters the scope."""
    model = keras.Sequential([keras.layers.Dense(units)])
    model.compile("sgd", "mse")
    return model


model = build(8)
model.fit([[0.0]], [[0.0]])
# output
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()


def build(units):
    """A builder stays as it is: its caller enters the scope."""
    model = keras.Sequential([keras.layers.Dense(units)])
    model.compile("sgd", "mse")
    return model


with strategy.scope():
    model = build(8)
model.fit([[0.0]], [[0.0]])
