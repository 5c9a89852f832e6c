# flags: --select IPU202,IPU206
import tensorflow as tf
from elsewhere import rows, labels

model = tf.keras.Sequential([tf.keras.layers.Dense(1, activation="sigmoid", input_shape=(8,))])
model.compile("adam", "binary_crossentropy")
model.fit(rows, labels)
# output
import numpy as np
import tensorflow as tf
from elsewhere import rows, labels


def row_count(data):
    """Return the number of samples in an array or a list of numbers, or in the arrays of a list or dict."""
    first = tf.nest.flatten(data)[0]
    return len(first) if getattr(first, "shape", ()) else len(data)


def take_rows(data, start, stop):
    """Return samples `start` to `stop` of an array or a list of numbers, or of each array in a list or dict."""
    if np.isscalar(tf.nest.flatten(data)[0]):
        data = np.array(data)
    return tf.nest.map_structure(lambda array: array[start:stop], data)


model = tf.keras.Sequential([tf.keras.layers.Dense(1, activation="sigmoid", input_shape=(8,))])
model.compile("adam", "binary_crossentropy")
train_size = row_count(rows) // 32 * 32
model.fit(take_rows(rows, 0, train_size), np.asarray(take_rows(labels, 0, train_size), "float32"))
