# flags: --select=IPU601,IPU603
import numpy as np
import keras
from keras import layers, ops


def loss(y_true, y_pred):
    return ops.mean(ops.square(y_true - y_pred), axis=-1)


class Own(layers.Layer):
    def call(self, a):
        a = ops.gelu(ops.concatenate([a, a])) + ops.gelu(ops.concatenate([a, a], 0), approximate=False)
        return ops.cumsum(a, axis=1) + ops.take(a, [0], axis=0) + keras.random.normal((4, 4), stddev=0.1)


def left(a):
    return ops.cumsum(a) + ops.take(a, [0], 0) + keras.random.normal((4,), seed=1), map(ops.gelu, [a])


x = np.random.rand(960, 4).astype("float32")
model = keras.Sequential([keras.Input((4,)), layers.Dense(1)])
model.compile("sgd", loss)
model.fit(x, x.sum(axis=1, keepdims=True), batch_size=32)
print(left)
# output
import numpy as np
from tensorflow import keras
# gpu2ipu: IPU601 `tf.keras.ops` came with Keras 3 and is not in TensorFlow 2.6: implement it yourself
from tensorflow.keras import layers, ops
import tensorflow as tf


def loss(y_true, y_pred):
    return tf.reduce_mean(tf.square(y_true - y_pred), axis=-1)


class Own(layers.Layer):
    def call(self, a):
        a = tf.nn.gelu(tf.concat([a, a], axis=0), approximate=True) + tf.nn.gelu(tf.concat([a, a], 0), approximate=False)
        return tf.math.cumsum(a, axis=1) + tf.gather(a, [0], axis=0) + tf.random.normal((4, 4), stddev=0.1)


def left(a):
    # gpu2ipu: IPU601 `tf.keras.ops.cumsum` came with Keras 3 and is not in TensorFlow 2.6: use `tf.math.cumsum`
    # gpu2ipu: IPU601 `tf.keras.ops.take` came with Keras 3 and is not in TensorFlow 2.6: use `tf.gather`
    # gpu2ipu: IPU601 `tf.keras.random.normal` came with Keras 3 and is not in TensorFlow 2.6: use `tf.random.normal`
    # gpu2ipu: IPU601 `tf.keras.ops.gelu` came with Keras 3 and is not in TensorFlow 2.6: use `tf.nn.gelu`
    return ops.cumsum(a) + ops.take(a, [0], 0) + keras.random.normal((4,), seed=1), map(ops.gelu, [a])


x = np.random.rand(960, 4).astype("float32")
model = keras.Sequential([keras.Input((4,)), layers.Dense(1)])
model.compile("sgd", loss)
model.fit(x, x.sum(axis=1, keepdims=True), batch_size=32)
print(left)
