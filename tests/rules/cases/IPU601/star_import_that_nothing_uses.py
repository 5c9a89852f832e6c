from tensorflow import keras
from tensorflow.keras.ops import *

print(keras.layers.Dense(1))
# output
from tensorflow import keras

print(keras.layers.Dense(1))
