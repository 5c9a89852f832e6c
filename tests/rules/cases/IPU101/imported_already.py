from tensorflow import keras
from tensorflow.python import ipu

model = keras.Sequential([keras.layers.Dense(1)])
