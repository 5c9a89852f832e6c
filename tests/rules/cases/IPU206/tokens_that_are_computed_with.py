import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

data = np.load("ratings.npz")
levels, y = data["levels"], data["y"].astype("float32")
level = keras.Input((1,))
name = layers.Flatten()(layers.Embedding(100, 4)(level))
model = keras.Model(inputs=level, outputs=layers.Dense(1)(layers.Concatenate()([name, level * 0.5])))
model.compile("adam", "mse")
model.fit(levels, y)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


def without_int64(data):
    """Return arrays with int32 in place of int64, which the IPU does not support; other types stay as they are."""
    if isinstance(data, (tf.data.Dataset, tf.keras.utils.Sequence)):
        return data
    if np.isscalar(tf.nest.flatten(data)[0]):
        data = np.array(data)

    def cast(array):
        return np.asarray(array, "int32") if np.asarray(array).dtype == "int64" else array

    return tf.nest.map_structure(cast, data)


data = np.load("ratings.npz")
levels, y = data["levels"], data["y"].astype("float32")
level = keras.Input((1,))
name = layers.Flatten()(layers.Embedding(100, 4)(level))
model = keras.Model(inputs=level, outputs=layers.Dense(1)(layers.Concatenate()([name, level * 0.5])))
model.compile("adam", "mse")
model.fit(without_int64(levels), y)
