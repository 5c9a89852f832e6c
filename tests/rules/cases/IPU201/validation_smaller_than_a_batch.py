# flags: --all-rules
import numpy as np
import tensorflow as tf

x, y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
train = tf.data.Dataset.from_tensor_slices((x, y)).batch(64)
val = tf.data.Dataset.from_tensor_slices((x[:37], y[:37])).batch(64)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(train, validation_data=val, epochs=2)
print(model.evaluate(val, steps=1))
# output
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
train = tf.data.Dataset.from_tensor_slices((x, y)).batch(64, drop_remainder=True)
val = tf.data.Dataset.from_tensor_slices((x[:37], y[:37])).batch(37, drop_remainder=True)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse", steps_per_execution=len(train))
model.fit(train, validation_data=val, epochs=2)
print(model.evaluate(val, steps=len(val)))
