from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()


def run(units):
    model = keras.Sequential([keras.layers.Dense(units)])
    model.compile("sgd", "mse")
    model.fit([[0.0]], [[0.0]])


run(8)
# output
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()


def run(units):
    with strategy.scope():
        model = keras.Sequential([keras.layers.Dense(units)])
        model.compile("sgd", "mse")
    model.fit([[0.0]], [[0.0]])


run(8)
