import tensorflow as tf

tf.compat.v1.disable_eager_execution()
x = tf.compat.v1.placeholder("float32")
