# flags: --all-rules
import numpy as np
import tensorflow as tf

x, y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
augment = tf.keras.Sequential([tf.keras.layers.RandomFlip("horizontal")])
images = np.random.rand(64, 8, 8, 3).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((images, np.zeros((64, 1), "float32"))).batch(16)
ds = ds.map(lambda a, b: (augment(a, training=True), b))
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(ds, epochs=1)
# output
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
with strategy.scope():
    augment = tf.keras.Sequential([tf.keras.layers.RandomFlip("horizontal")])
images = np.random.rand(64, 8, 8, 3).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((images, np.zeros((64, 1), "float32"))).batch(16, drop_remainder=True)
ds = ds.map(lambda a, b: (augment(a, training=True), b))
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse", steps_per_execution=len(ds))
model.fit(ds, epochs=1)
