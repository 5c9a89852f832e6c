# flags: --select=IPU601,IPU603
import numpy as np
import keras
from keras import layers, ops


class Scale(layers.Layer):
    def call(self, inputs):
        scaled = ops.softmax(inputs, axis=-1)
        return scaled / ops.sum(scaled, axis=-1, keepdims=True) + keras.ops.zeros_like(inputs)


def loss(y_true, y_pred):
    return ops.mean(ops.moveaxis(y_true - y_pred, 0, 1))


model = keras.Sequential([keras.Input((4,)), Scale(), layers.Dense(1, activation=ops.relu)])
model.compile("sgd", loss)
model.fit(np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32"))
# output
import numpy as np
from tensorflow import keras
# gpu2ipu: IPU601 `tf.keras.ops` came with Keras 3 and is not in TensorFlow 2.6: implement it yourself
from tensorflow.keras import layers, ops
import tensorflow as tf


class Scale(layers.Layer):
    def call(self, inputs):
        scaled = tf.nn.softmax(inputs, axis=-1)
        return scaled / tf.reduce_sum(scaled, axis=-1, keepdims=True) + tf.zeros_like(inputs)


def loss(y_true, y_pred):
    return tf.reduce_mean(ops.moveaxis(y_true - y_pred, 0, 1))


model = keras.Sequential([keras.Input((4,)), Scale(), layers.Dense(1, activation=tf.nn.relu)])
model.compile("sgd", loss)
model.fit(np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32"))
