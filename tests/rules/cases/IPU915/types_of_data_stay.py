import numpy as np
import tensorflow as tf

tf.keras.backend.set_floatx("float32")
x = tf.cast(np.zeros((64, 4), dtype="float64"), tf.float64)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, dtype="float32")])
