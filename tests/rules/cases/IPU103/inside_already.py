from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()


def build():
    return keras.Sequential([keras.layers.Dense(1)])


with strategy.scope():
    model = build()
    model.compile("sgd", "mse")
model.fit([[0.0]], [[0.0]])
