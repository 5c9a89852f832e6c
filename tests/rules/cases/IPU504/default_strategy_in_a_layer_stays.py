import numpy as np
import tensorflow as tf
from tensorflow import keras


class Scale(keras.layers.Layer):
    def call(self, z):
        return z / tf.distribute.get_strategy().num_replicas_in_sync


x, y = np.ones((640, 8), "float32"), np.ones((640, 1), "float32")
model = keras.Sequential([Scale(), keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="sgd")
model.fit(x, y)
