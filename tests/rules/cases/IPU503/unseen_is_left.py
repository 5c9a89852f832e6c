import tensorflow as tf

import sys

with tf.device(sys.argv[1]):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

import sys

# gpu2ipu: IPU503 cannot determine whether `tf.device(sys.argv[1])` is a GPU; if it is, unwrap the block
with tf.device(sys.argv[1]):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
