import numpy as np
from tensorflow import keras

x_train, y_train = np.zeros((960, 4)), np.zeros((960, 1))
held_out = (np.load("x.npy"), np.load("y.npy"))
model = keras.models.load_model("model.h5")
model.fit(x_train, y_train, validation_data=held_out)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


def take_rows(data, start, stop):
    """Return samples `start` to `stop` of an array or a list of numbers, or of each array in a list or dict."""
    if np.isscalar(tf.nest.flatten(data)[0]):
        data = np.array(data)
    return tf.nest.map_structure(lambda array: array[start:stop], data)


x_train, y_train = np.zeros((960, 4)), np.zeros((960, 1))
held_out = (np.load("x.npy"), np.load("y.npy"))
model = keras.models.load_model("model.h5")
even_size = even_batch_size(len(held_out[0]), 32)
full_size = len(held_out[0]) // even_size * even_size
model.fit(x_train, y_train, validation_data=take_rows(held_out, 0, full_size), validation_batch_size=even_size)
