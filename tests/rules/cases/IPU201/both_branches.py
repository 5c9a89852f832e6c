import sys

import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1))))
if "--small" in sys.argv:
    batches = data.take(50).batch(8)
else:
    batches = data.batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(batches)
# output
import sys

import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1))))
if "--small" in sys.argv:
    batches = data.take(50).batch(8, drop_remainder=True)
else:
    batches = data.batch(32, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(batches)
