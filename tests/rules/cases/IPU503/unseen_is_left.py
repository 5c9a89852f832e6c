import tensorflow as tf

import sys

with tf.device(sys.argv[1]):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

import sys

# gpu2ipu: IPU503 whether `tf.device(sys.argv[1])` names a GPU cannot be seen: the strategy's scope has to place this block
with tf.device(sys.argv[1]):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
