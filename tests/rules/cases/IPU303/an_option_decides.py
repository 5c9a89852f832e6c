import sys

from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", run_eagerly="--debug" in sys.argv)
