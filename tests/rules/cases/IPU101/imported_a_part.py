from tensorflow import keras
from tensorflow.python.ipu import ipu_strategy

model = keras.Sequential([keras.layers.Dense(1)])
