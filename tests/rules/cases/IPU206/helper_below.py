import numpy as np
from tensorflow import keras


class Words(keras.Model):
    def __init__(self):
        super().__init__()
        self.table = keras.layers.Embedding(5000, 8)
        self.out = keras.layers.Dense(1)

    def call(self, tokens):
        return self.out(keras.backend.sum(self.table(tokens), axis=1))


tokens, y = np.load("tokens.npy"), np.load("y.npy").astype("float32")
model = Words()
model.compile("adam", "mse")
model.fit(tokens, y)


def without_int64(data):
    """Return arrays with int32 in place of int64, which the IPU does not support; other types stay as they are."""
    if isinstance(data, (tf.data.Dataset, tf.keras.utils.Sequence)):
        return data
    if np.isscalar(tf.nest.flatten(data)[0]):
        data = np.array(data)

    def cast(array):
        return np.asarray(array, "int32") if np.asarray(array).dtype == "int64" else array

    return tf.nest.map_structure(cast, data)
# output
import numpy as np
import tensorflow
from tensorflow import keras


def ipu_without_int64(data):
    """Return arrays with int32 in place of int64, which the IPU does not support; other types stay as they are."""
    if isinstance(data, (tensorflow.data.Dataset, tensorflow.keras.utils.Sequence)):
        return data
    if np.isscalar(tensorflow.nest.flatten(data)[0]):
        data = np.array(data)

    def cast(array):
        return np.asarray(array, "int32") if np.asarray(array).dtype == "int64" else array

    return tensorflow.nest.map_structure(cast, data)


class Words(keras.Model):
    def __init__(self):
        super().__init__()
        self.table = keras.layers.Embedding(5000, 8)
        self.out = keras.layers.Dense(1)

    def call(self, tokens):
        return self.out(keras.backend.sum(self.table(tokens), axis=1))


tokens, y = np.load("tokens.npy"), np.load("y.npy").astype("float32")
model = Words()
model.compile("adam", "mse")
model.fit(ipu_without_int64(tokens), y)


def without_int64(data):
    """Return arrays with int32 in place of int64, which the IPU does not support; other types stay as they are."""
    if isinstance(data, (tf.data.Dataset, tf.keras.utils.Sequence)):
        return data
    if np.isscalar(tf.nest.flatten(data)[0]):
        data = np.array(data)

    def cast(array):
        return np.asarray(array, "int32") if np.asarray(array).dtype == "int64" else array

    return tf.nest.map_structure(cast, data)
