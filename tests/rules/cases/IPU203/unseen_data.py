from mydata import rows
from tensorflow import keras

model = keras.models.load_model("model.h5")
model.predict(rows)
# output
from mydata import rows
import numpy as np
import tensorflow as tf
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


model = keras.models.load_model("model.h5")
predict_one_by_one(model, rows)
