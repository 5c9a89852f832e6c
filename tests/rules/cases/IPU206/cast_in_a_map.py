import numpy as np
import tensorflow as tf


def cast(x, y):
    return tf.cast(x, tf.float32), tf.cast(y, tf.int32)


data = tf.data.Dataset.from_tensor_slices((np.zeros((320, 4)), np.zeros(320, int))).map(cast)
model = tf.keras.models.load_model("model.h5")
model.fit(data.batch(32, drop_remainder=True))
