import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu


def parse(x, y):
    tf.print(x)
    return tf.py_function(read, [x], tf.float32), tf.where(y)


def loss(t, p):
    with ipu.scopes.outside_compilation_scope():
        tf.print(tf.reduce_mean(p))
    return tf.where(t > 0, t - p, p - t) + tf.linalg.logdet(tf.eye(2)) + tf.math.unsorted_segment_sum(p, t, 4)


class Gate(keras.layers.Layer):
    def call(self, z, training=False):
        if tf.reduce_mean(z) > 0:
            return z * 2
        return z


train = tf.data.Dataset.from_tensor_slices((x, y)).map(parse).batch(4)
model = keras.Sequential([Gate(), keras.layers.Dense(1)])
model.compile("sgd", loss)
model.fit(train)
tf.print(model.summary())
print(tf.unique(labels))
