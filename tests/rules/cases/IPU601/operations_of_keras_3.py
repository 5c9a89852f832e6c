# flags: --select=IPU601,IPU603
import numpy as np
import keras
from keras import layers, ops


def loss(y_true, y_pred):
    return ops.mean(ops.square(y_true - y_pred), axis=-1)


x = np.random.rand(960, 4).astype("float32")
model = keras.Sequential([keras.Input((4,)), layers.Dense(1)])
model.compile("sgd", loss)
model.fit(x, x.sum(axis=1, keepdims=True), batch_size=32)
# output
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers
import tensorflow as tf


def loss(y_true, y_pred):
    return tf.reduce_mean(tf.square(y_true - y_pred), axis=-1)


x = np.random.rand(960, 4).astype("float32")
model = keras.Sequential([keras.Input((4,)), layers.Dense(1)])
model.compile("sgd", loss)
model.fit(x, x.sum(axis=1, keepdims=True), batch_size=32)
