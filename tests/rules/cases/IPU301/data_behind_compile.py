# flags: --all-rules
import numpy as np
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
x = np.load("x.npy").astype("float32")
y = np.load("y.npy").astype("float32")
steps = len(x) // 32
train = tf.data.Dataset.from_tensor_slices((x, y)).batch(32).repeat()
model.fit(train, steps_per_epoch=steps, epochs=2)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
x = np.load("x.npy").astype("float32")
y = np.load("y.npy").astype("float32")
steps = len(x) // 32
train = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True).repeat()
with strategy.scope():
    model.compile("sgd", "mse", steps_per_execution=steps)
model.fit(train, steps_per_epoch=steps, epochs=2)
