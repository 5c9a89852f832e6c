from tensorflow import keras

settings = {
    "optimizer": "adam",
    # XLA is quick
    "jit_compile": True,
    "loss": "mse",
}
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile(**settings)
# output
from tensorflow import keras

settings = {
    "optimizer": "adam",
    "loss": "mse",
}
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile(**settings)
