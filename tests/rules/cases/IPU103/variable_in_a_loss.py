import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

beta = tf.keras.backend.variable(0.0)
seen = tf.Variable(0)


class Anneal(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        seen.assign_add(1)
        tf.keras.backend.set_value(beta, min(1.0, epoch / 10))


def loss(y_true, y_pred):
    return tf.square(y_true - y_pred) + beta * tf.abs(y_pred)


with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", loss)
# output
import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    beta = tf.keras.backend.variable(0.0)
seen = tf.Variable(0)


class Anneal(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        seen.assign_add(1)
        tf.keras.backend.set_value(beta, min(1.0, epoch / 10))


def loss(y_true, y_pred):
    return tf.square(y_true - y_pred) + beta * tf.abs(y_pred)


with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", loss)
