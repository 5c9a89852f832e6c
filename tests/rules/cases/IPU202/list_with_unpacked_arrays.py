import numpy as np
from tensorflow import keras

both = [np.zeros((446, 9)), np.zeros((446, 2))]
model = keras.models.load_model("three_inputs.h5")
model.fit([*both, np.zeros((446, 4))], np.zeros(446))
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras


def take_rows(data, start, stop):
    """Return samples `start` to `stop` of an array or a list of numbers, or of each array in a list or dict."""
    if np.isscalar(tf.nest.flatten(data)[0]):
        data = np.array(data)
    return tf.nest.map_structure(lambda array: array[start:stop], data)


both = [np.zeros((446, 9)), np.zeros((446, 2))]
model = keras.models.load_model("three_inputs.h5")
train_size = len(both[0]) // 32 * 32
model.fit([*take_rows(both, 0, train_size), np.zeros((446, 4))[:train_size]], np.zeros(446)[:train_size])
