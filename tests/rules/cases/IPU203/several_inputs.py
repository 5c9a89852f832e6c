import numpy as np
from tensorflow import keras

left, right = np.load("left.npy"), np.load("right.npy")
a, b = keras.Input((4,)), keras.Input((2,))
model = keras.Model([a, b], keras.layers.Dense(1)(keras.layers.concatenate([a, b])))
print(model.predict([left, right]))
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    if np.isscalar(tf.nest.flatten(x)[0]):
        x = np.array(x)
    rows, batch_size = len(tf.nest.flatten(x)[0]), batch_size or 32

    def pad(array):
        return np.concatenate([array] + [array[-1:]] * (-rows % batch_size))

    predictions = model.predict(tf.nest.map_structure(pad, x), batch_size=batch_size, **options)
    return tf.nest.map_structure(lambda array: array[:rows], predictions)


left, right = np.load("left.npy"), np.load("right.npy")
a, b = keras.Input((4,)), keras.Input((2,))
model = keras.Model([a, b], keras.layers.Dense(1)(keras.layers.concatenate([a, b])))
print(predict_all_rows(model, [left, right]))
