from tensorflow import keras
from tensorflow.python import ipu

if __name__ == "__main__":
    strategy = ipu.ipu_strategy.IPUStrategy()
    model = keras.Sequential([keras.layers.Dense(1)])
    model.summary()
# output
from tensorflow import keras
from tensorflow.python import ipu

if __name__ == "__main__":
    strategy = ipu.ipu_strategy.IPUStrategy()
    with strategy.scope():
        model = keras.Sequential([keras.layers.Dense(1)])
    model.summary()
