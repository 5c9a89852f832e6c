import tensorflow as tf

import sys

with tf.device("/gpu:" + sys.argv[1]):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
with tf.device(f"GPU:{len(sys.argv)}"): model.summary()
# output
import tensorflow as tf

import sys

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.summary()
