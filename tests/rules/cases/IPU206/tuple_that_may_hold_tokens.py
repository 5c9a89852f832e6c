from data import load
from tensorflow import keras

a, b = keras.Input((3,)), keras.Input((2,))
model = keras.Model([a, b], keras.layers.Dense(2)(keras.layers.Embedding(9, 2)(a)))
model.compile("adam", "mse")
words, y = load()
x = (words[:, :3], words[:, 3:])
model.fit(x, y)
# output
from data import load
import numpy as np
import tensorflow as tf
from tensorflow import keras


def without_int64(data):
    """Return arrays with int32 in place of int64, which the IPU does not support; other types stay as they are."""
    if isinstance(data, (tf.data.Dataset, tf.keras.utils.Sequence)):
        return data
    if np.isscalar(tf.nest.flatten(data)[0]):
        data = np.array(data)

    def cast(array):
        return np.asarray(array, "int32") if np.asarray(array).dtype == "int64" else array

    return tf.nest.map_structure(cast, data)


a, b = keras.Input((3,)), keras.Input((2,))
model = keras.Model([a, b], keras.layers.Dense(2)(keras.layers.Embedding(9, 2)(a)))
model.compile("adam", "mse")
words, y = load()
x = (words[:, :3], words[:, 3:])
model.fit(without_int64(x), y)
