from tensorflow import keras
from tensorflow.python import ipu

with ipu.ipu_strategy.IPUStrategy().scope():
    first = keras.Sequential([keras.layers.Dense(1)])
second = keras.Sequential([keras.layers.Dense(1)])
# output
from tensorflow import keras
from tensorflow.python import ipu

with ipu.ipu_strategy.IPUStrategy().scope():
    first = keras.Sequential([keras.layers.Dense(1)])
# gpu2ipu: IPU103 a Keras object is created outside the scope of the IPUStrategy: pass the strategy to this function
second = keras.Sequential([keras.layers.Dense(1)])
