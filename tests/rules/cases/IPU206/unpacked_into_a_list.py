import numpy as np
from tensorflow import keras

both = [np.zeros((320, 9), int), np.zeros((320, 2), int)]
validation = (both, np.zeros((320, 1), int))
model = keras.models.load_model("three_inputs.h5")
model.fit([*both, np.zeros((320, 4))], np.zeros(320), validation_data=(*validation, np.ones(320)))
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras


def without_int64(data):
    """Return arrays with int32 in place of int64, which the IPU does not support; other types stay as they are."""
    if isinstance(data, (tf.data.Dataset, tf.keras.utils.Sequence)):
        return data
    if np.isscalar(tf.nest.flatten(data)[0]):
        data = np.array(data)

    def cast(array):
        return np.asarray(array, "int32") if np.asarray(array).dtype == "int64" else array

    return tf.nest.map_structure(cast, data)


both = [np.zeros((320, 9), int), np.zeros((320, 2), int)]
validation = (both, np.zeros((320, 1), int))
model = keras.models.load_model("three_inputs.h5")
model.fit([*without_int64(both), np.zeros((320, 4))], np.zeros(320), validation_data=(*without_int64(validation), np.ones(320)))
