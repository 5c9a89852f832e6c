import sys

from tensorflow import keras
from tensorflow.python import ipu

if len(sys.argv) > 1:
    strategy = ipu.ipu_strategy.IPUStrategy()
    with strategy.scope():
        model = keras.Sequential([keras.layers.Dense(1)])
else:
    model = keras.Sequential([keras.layers.Dense(1)])
# output
import sys

from tensorflow import keras
from tensorflow.python import ipu

if len(sys.argv) > 1:
    strategy = ipu.ipu_strategy.IPUStrategy()
    with strategy.scope():
        model = keras.Sequential([keras.layers.Dense(1)])
else:
    # gpu2ipu: IPU103 a Keras object is created outside the scope of the IPUStrategy: pass the strategy to this function
    model = keras.Sequential([keras.layers.Dense(1)])
