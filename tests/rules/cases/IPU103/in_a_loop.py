from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

for units in (4, 8):
    print("units:", units)
    model = keras.Sequential([keras.layers.Dense(units)])
    model.compile("sgd", "mse")
    model.fit([[0.0]], [[0.0]])
# output
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

for units in (4, 8):
    print("units:", units)
    with strategy.scope():
        model = keras.Sequential([keras.layers.Dense(units)])
        model.compile("sgd", "mse")
    model.fit([[0.0]], [[0.0]])
