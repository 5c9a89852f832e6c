import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y = np.ones((640, 8), "float32"), np.ones((640, 1), "float32")
strategy = tf.distribute.get_strategy()
print("replicas", strategy.num_replicas_in_sync)
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(loss="mse", optimizer="sgd")
model.fit(x, y)
