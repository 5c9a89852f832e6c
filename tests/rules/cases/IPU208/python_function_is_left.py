import numpy as np
import tensorflow as tf
from tensorflow import keras

images, labels = np.zeros((64, 8, 8, 3), "float32"), np.zeros(64, "float32")


def noise(x):
    return x + np.random.rand(*x.shape).astype("float32")


def wrapped(x, y):
    return tf.py_function(noise, [x], tf.float32), y


ds = tf.data.Dataset.from_tensor_slices((images, labels)).map(wrapped).batch(16)
model = keras.Sequential([keras.layers.Flatten(input_shape=(8, 8, 3)), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(ds)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras

images, labels = np.zeros((64, 8, 8, 3), "float32"), np.zeros(64, "float32")


def noise(x):
    return x + np.random.rand(*x.shape).astype("float32")


def wrapped(x, y):
    # gpu2ipu: IPU208 `tf.py_function` leaves an axis without a size, which an IPU needs: give its result a shape, `tf.ensure_shape(result, ...)`
    return tf.py_function(noise, [x], tf.float32), y


ds = tf.data.Dataset.from_tensor_slices((images, labels)).map(wrapped).batch(16)
model = keras.Sequential([keras.layers.Flatten(input_shape=(8, 8, 3)), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(ds)
