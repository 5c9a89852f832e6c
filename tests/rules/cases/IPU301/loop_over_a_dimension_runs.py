# flags: --all-rules
import numpy as np
import tensorflow as tf

class Steps(tf.keras.layers.Layer):
    def call(self, z):
        total = z
        for i in range(tf.shape(z)[1]):
            total += tf.cast(i, tf.float32)
        return total


x, y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
model = tf.keras.Sequential([tf.keras.Input((6,)), Steps(), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, batch_size=32, epochs=1)
# output
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

class Steps(tf.keras.layers.Layer):
    def call(self, z):
        total = z
        for i in range(tf.shape(z)[1]):
            total += tf.cast(i, tf.float32)
        return total


x, y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.Input((6,)), Steps(), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse", steps_per_execution=len(x) // 32)
model.fit(x, y, batch_size=32, epochs=1)
