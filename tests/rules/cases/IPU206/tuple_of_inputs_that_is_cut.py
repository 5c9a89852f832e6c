import numpy as np
import tensorflow as tf
from tensorflow import keras


def take_rows(data, start, stop):
    """Return samples `start` to `stop` of an array or a list of numbers, or of each array in a list or dict."""
    if np.isscalar(tf.nest.flatten(data)[0]):
        data = np.array(data)
    return tf.nest.map_structure(lambda array: array[start:stop], data)


def load(rows):
    x, y = np.zeros((rows, 3), int), np.zeros((rows, 3), int)
    return (x, y[:, :-1]), y[:, 1:]


a, b = keras.Input((3,)), keras.Input((2,))
model = keras.Model([a, b], keras.layers.Dense(2)(keras.layers.Embedding(9, 2)(a)))
model.compile("adam", "mse")
x, y = load(70)
model.fit(take_rows(x, 0, 64), y[:64], batch_size=16)
# output
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


def take_rows(data, start, stop):
    """Return samples `start` to `stop` of an array or a list of numbers, or of each array in a list or dict."""
    if np.isscalar(tf.nest.flatten(data)[0]):
        data = np.array(data)
    return tf.nest.map_structure(lambda array: array[start:stop], data)


def load(rows):
    x, y = np.zeros((rows, 3), int), np.zeros((rows, 3), int)
    return (x, y[:, :-1]), y[:, 1:]


a, b = keras.Input((3,)), keras.Input((2,))
model = keras.Model([a, b], keras.layers.Dense(2)(keras.layers.Embedding(9, 2)(a)))
model.compile("adam", "mse")
x, y = load(70)
model.fit(without_int64(take_rows(x, 0, 64)), y[:64].astype("int32"), batch_size=16)
