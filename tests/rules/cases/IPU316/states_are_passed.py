# flags: --addons --no-annotate
from tensorflow import keras

inputs, targets = keras.Input((20, 3)), keras.Input((10, 3))
_, h, c = keras.layers.LSTM(8, return_state=True)(inputs)
x = keras.layers.LSTM(8)(targets, initial_state=[h, c])
model = keras.Model([inputs, targets], x)
