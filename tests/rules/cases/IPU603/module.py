import keras

model = keras.Sequential()
# output
from tensorflow import keras

model = keras.Sequential()
