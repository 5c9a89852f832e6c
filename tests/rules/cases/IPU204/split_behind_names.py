import pickle

from tensorflow import keras

inputs, targets = pickle.load(open("data.pickle", "rb"))
model = keras.models.load_model("two_inputs.h5")
model.fit(inputs, targets, validation_split=0.25)
# output
import pickle

import numpy as np
import tensorflow as tf
from tensorflow import keras


def take_rows(data, start, stop):
    """Return samples `start` to `stop` of an array or a list of numbers, or of each array in a list or dict."""
    if np.isscalar(tf.nest.flatten(data)[0]):
        data = np.array(data)
    return tf.nest.map_structure(lambda array: array[start:stop], data)


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


def row_count(data):
    """Return the number of samples in an array or a list of numbers, or in the arrays of a list or dict."""
    first = tf.nest.flatten(data)[0]
    return len(first) if getattr(first, "shape", ()) else len(data)


inputs, targets = pickle.load(open("data.pickle", "rb"))
model = keras.models.load_model("two_inputs.h5")
train_rows = int(row_count(inputs) * 0.75)
validation_batch_size = even_batch_size(row_count(inputs) - train_rows, 32)
validation_rows = (row_count(inputs) - train_rows) // validation_batch_size * validation_batch_size
train_size = train_rows // 32 * 32
model.fit(take_rows(inputs, 0, train_size), take_rows(targets, 0, train_size), validation_data=(take_rows(inputs, train_rows, train_rows + validation_rows), take_rows(targets, train_rows, train_rows + validation_rows)), validation_batch_size=validation_batch_size)
