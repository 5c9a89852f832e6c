from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(
    optimizer="sgd",
    loss="mse",
    jit_compile="auto",  # let Keras decide
)
# output
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(
    optimizer="sgd",
    loss="mse",
)
