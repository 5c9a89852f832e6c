import sys

import tensorflow as tf

options = tuple(map(int, sys.argv[1:]))
data = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1))))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(data.batch(*options))
# output
import sys

import tensorflow as tf

options = tuple(map(int, sys.argv[1:]))
data = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1))))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
# gpu2ipu: IPU201 the last batch may be partial
model.fit(data.batch(*options))
