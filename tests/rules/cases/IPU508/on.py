from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse", jit_compile=True)
# output
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse")
