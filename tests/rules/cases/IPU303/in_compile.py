from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse", run_eagerly=True, metrics=["mae"])
# output
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse", metrics=["mae"])
