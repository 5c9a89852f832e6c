from tensorflow import keras
from tensorflow.python import ipu

with ipu.ipu_strategy.IPUStrategy().scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit([[0.0]], [[0.0]])
