import sys

from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

if "--wide" in sys.argv:
    model = keras.Sequential([keras.layers.Dense(64)])
else:
    model = keras.Sequential([keras.layers.Dense(8)])
model.compile("sgd", "mse")
model.fit([[0.0]], [[0.0]])
# output
import sys

from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    if "--wide" in sys.argv:
        model = keras.Sequential([keras.layers.Dense(64)])
    else:
        model = keras.Sequential([keras.layers.Dense(8)])
    model.compile("sgd", "mse")
model.fit([[0.0]], [[0.0]])
