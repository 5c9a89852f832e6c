from tensorflow import keras

chosen = "OrthogonalInitializer"
shown = "OrthogonalInitializer"
options = dict(kernel_initializer="OrthogonalInitializer", units=4)


def head(units, initializer="OrthogonalInitializer"):
    return keras.layers.Dense(units, kernel_initializer=initializer)


layers = [keras.layers.Dense(4, kernel_initializer=each) for each in ("zeros", "OrthogonalInitializer")]
layer = keras.layers.Dense(4, kernel_initializer=chosen)
other = keras.layers.Dense(4, kernel_initializer=shown)
print(shown)
third = keras.layers.Dense(**options)
model = keras.Sequential([head(4), *layers])
# output
from tensorflow import keras

chosen = "Orthogonal"
shown = "OrthogonalInitializer"
options = dict(kernel_initializer="Orthogonal", units=4)


def head(units, initializer="Orthogonal"):
    return keras.layers.Dense(units, kernel_initializer=initializer)


layers = [keras.layers.Dense(4, kernel_initializer=each) for each in ("zeros", "Orthogonal")]
layer = keras.layers.Dense(4, kernel_initializer=chosen)
# gpu2ipu: IPU601 `OrthogonalInitializer` of `keras.initializers` came with Keras 3 and is not in TensorFlow 2.6: use `"Orthogonal"`
other = keras.layers.Dense(4, kernel_initializer=shown)
print(shown)
third = keras.layers.Dense(**options)
model = keras.Sequential([head(4), *layers])
