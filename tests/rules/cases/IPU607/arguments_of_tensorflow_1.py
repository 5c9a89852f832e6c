import tensorflow as tf
from tensorflow import keras


def squash(vectors, axis=-1):
    norm = tf.reduce_sum(tf.square(vectors), axis, keep_dims=True)
    return norm / (1 + norm) * vectors / tf.sqrt(norm + keras.backend.epsilon())


def attention(scores):
    weights = tf.nn.softmax(scores, dim=1)
    return tf.reduce_mean(tf.squeeze(weights, squeeze_dims=[2]), reduction_indices=[1])


inputs = keras.Input((10, 1))
model = keras.Model(inputs, keras.layers.Lambda(attention)(keras.layers.Lambda(squash)(inputs)))
best = tf.argmax(tf.ones((3, 4)), dimension=1)
# output
import tensorflow as tf
from tensorflow import keras


def squash(vectors, axis=-1):
    norm = tf.reduce_sum(tf.square(vectors), axis, keepdims=True)
    return norm / (1 + norm) * vectors / tf.sqrt(norm + keras.backend.epsilon())


def attention(scores):
    weights = tf.nn.softmax(scores, axis=1)
    return tf.reduce_mean(tf.squeeze(weights, axis=[2]), axis=[1])


inputs = keras.Input((10, 1))
model = keras.Model(inputs, keras.layers.Lambda(attention)(keras.layers.Lambda(squash)(inputs)))
best = tf.argmax(tf.ones((3, 4)), axis=1)
