from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

first = keras.Sequential([keras.layers.Dense(1)])
first.compile("sgd", "mse")
first.fit([[0.0]], [[0.0]])

second = keras.models.clone_model(first)
second.compile("adam", "mse")
second.fit([[0.0]], [[0.0]])
# output
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    first = keras.Sequential([keras.layers.Dense(1)])
    first.compile("sgd", "mse")
first.fit([[0.0]], [[0.0]])

with strategy.scope():
    second = keras.models.clone_model(first)
    second.compile("adam", "mse")
second.fit([[0.0]], [[0.0]])
