# flags: --all-rules
import numpy as np
import tensorflow as tf

x, y = np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")
devices = [0]
if len(devices) > 1:
    strategy = tf.distribute.MirroredStrategy()
else:
    strategy = None
if len(devices) > 1:
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
else:
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
with strategy.scope():
    model.compile("sgd", "mse")
model.fit(x, y, batch_size=8)
# output
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

x, y = np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")
devices = [0]
ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
if len(devices) > 1:
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
else:
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
with strategy.scope():
    model.compile("sgd", "mse", steps_per_execution=len(x) // 8)
model.fit(x, y, batch_size=8)
