import numpy as np
from tensorflow import keras
from tensorflow.keras.ops import *


class Scaled(keras.layers.Layer):
    def call(self, a):
        return relu(a) * max(a, axis=-1, keepdims=True) + concatenate([a, a])


def total(values):
    sum = np.sum
    return sum(values), len(values)


print(abs(-1), keras.layers.Dense(1))
# output
import numpy as np
from tensorflow import keras
import tensorflow as tf


class Scaled(keras.layers.Layer):
    def call(self, a):
        return tf.nn.relu(a) * tf.reduce_max(a, axis=-1, keepdims=True) + tf.concat([a, a], axis=0)


def total(values):
    sum = np.sum
    return sum(values), len(values)


print(tf.abs(-1), keras.layers.Dense(1))
