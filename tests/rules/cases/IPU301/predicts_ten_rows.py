# flags: --all-rules
import numpy as np
import tensorflow as tf

x, y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, batch_size=32, epochs=1, verbose=0)
print(model.predict(x[:10]).shape)
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
    model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse", steps_per_execution=len(x) // 32)
model.fit(x, y, batch_size=32, epochs=1, verbose=0)
print(model.predict(x[:10], batch_size=10).shape)
