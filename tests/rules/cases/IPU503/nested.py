import tensorflow as tf


def build():
    with tf.device("/gpu:0"):
        inputs = tf.keras.Input((4,))
        with tf.device("/gpu:1"):
            text = """one
    two"""
            return tf.keras.Model(inputs, tf.keras.layers.Dense(1)(inputs))


model = build()
# output
import tensorflow as tf


def build():
    inputs = tf.keras.Input((4,))
    text = """one
    two"""
    return tf.keras.Model(inputs, tf.keras.layers.Dense(1)(inputs))


model = build()
