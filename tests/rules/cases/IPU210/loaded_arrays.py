# flags: --select IPU202,IPU203,IPU204,IPU205,IPU210
from mydata import read_labels, read_rows
from tensorflow import keras

model = keras.models.load_model("model.h5")
x_test = read_rows("test")
model.fit(read_rows("train"), read_labels("train"), batch_size=64)
model.evaluate(read_rows("other"), read_labels("other"))
model.evaluate(x_test, read_labels("test"))
# output
from mydata import read_labels, read_rows
import tensorflow as tf
import numpy as np
from tensorflow import keras


def row_count(data):
    """Return the number of samples in an array or a list of numbers, or in the arrays of a list or dict."""
    first = tf.nest.flatten(data)[0]
    return len(first) if getattr(first, "shape", ()) else len(data)


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


def evaluate_all_rows(model, x, y, batch_size=None, **options):
    """Evaluate all samples: full batches, then the rest as a smaller one; the results are averaged by samples."""
    if np.isscalar(tf.nest.flatten(x)[0]):
        x = np.array(x)
    if np.isscalar(tf.nest.flatten(y)[0]):
        y = np.array(y)
    rows, batch_size = len(tf.nest.flatten(x)[0]), batch_size or 32
    full = rows // batch_size * batch_size
    results, weights = [], []
    for start, stop in ((0, full), (full, rows)):
        if start < stop:
            size = min(batch_size, stop - start)
            part = tf.nest.map_structure(lambda array: array[start:stop], (x, y))
            results.append(model.evaluate(*part, batch_size=size, **options))
            weights.append(stop - start)
    return tf.nest.map_structure(lambda *values: float(np.average(values, weights=weights)), *results)


model = keras.models.load_model("model.h5")
x_test = read_rows("test")
x_train = read_rows("train")
train_size = row_count(x_train) // 64 * 64
model.fit(take_rows(x_train, 0, train_size), take_rows(read_labels("train"), 0, train_size), batch_size=64)
ipu_x_test = read_rows("other")
evaluate_all_rows(model, ipu_x_test, read_labels("other"), batch_size=even_batch_size(row_count(ipu_x_test), 32))
evaluate_all_rows(model, x_test, read_labels("test"), batch_size=even_batch_size(row_count(x_test), 32))
