from tensorflow.compat.v1 import keras
from tensorflow.compat.v1.keras.layers import Dense
