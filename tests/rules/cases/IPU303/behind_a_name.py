from tensorflow import keras

DEBUG = True
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", run_eagerly=DEBUG)
# output
from tensorflow import keras

DEBUG = True
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
