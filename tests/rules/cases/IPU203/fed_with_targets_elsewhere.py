import numpy as np
import tensorflow as tf
from data import load
from tensorflow import keras

x_train, y_train, x_test, y_test = load()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x_train, y_train, validation_data=(x_test, y_test), batch_size=16)
model.predict(x_train)
model.predict(x_test)
model.predict(y_test)
x_train = load("more")
# output
import numpy as np
import tensorflow as tf
from data import load
from tensorflow import keras


def predict_batch_by_batch(model, x, batch_size=None, **options):
    """Predict all samples with one call of `predict` per batch, so that any number of batches will do."""
    if np.isscalar(tf.nest.flatten(x)[0]):
        x = np.array(x)
    rows, batch_size = len(tf.nest.flatten(x)[0]), batch_size or 32

    def pad(array):
        return np.concatenate([array] + [array[-1:]] * (-rows % batch_size))

    padded = tf.nest.map_structure(pad, x)
    parts = []
    for start in range(0, rows, batch_size):
        part = tf.nest.map_structure(lambda array: array[start : start + batch_size], padded)
        parts.append(model.predict(part, batch_size=batch_size, **options))
    return tf.nest.map_structure(lambda *arrays: np.concatenate(arrays)[:rows], *parts)


def predict_one_by_one(model, x, batch_size=None, **options):
    """Predict arrays, a dataset or a generator with one call of `predict` per batch, whatever their number is."""
    if isinstance(x, tf.keras.utils.Sequence):
        x = map(x.__getitem__, range(len(x)))
    elif not (isinstance(x, tf.data.Dataset) or hasattr(x, "__next__")):
        return predict_batch_by_batch(model, x, batch_size=batch_size, **options)
    parts = []
    for batch in x:
        inputs = batch[0] if isinstance(batch, tuple) else batch
        size = len(tf.nest.flatten(inputs)[0])
        parts.append(model.predict(inputs, batch_size=size, **options))
    return tf.nest.map_structure(lambda *arrays: np.concatenate(arrays), *parts)


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    if np.isscalar(tf.nest.flatten(x)[0]):
        x = np.array(x)
    rows, batch_size = len(tf.nest.flatten(x)[0]), batch_size or 32

    def pad(array):
        return np.concatenate([array] + [array[-1:]] * (-rows % batch_size))

    predictions = model.predict(tf.nest.map_structure(pad, x), batch_size=batch_size, **options)
    return tf.nest.map_structure(lambda array: array[:rows], predictions)


x_train, y_train, x_test, y_test = load()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x_train, y_train, validation_data=(x_test, y_test), batch_size=16)
predict_one_by_one(model, x_train)
predict_all_rows(model, x_test)
predict_one_by_one(model, y_test)
x_train = load("more")
