import numpy as np
import tensorflow as tf

x, y = np.random.rand(64000, 4).astype("float32"), np.random.rand(64000).astype("float32")
slow = tf.keras.Sequential([tf.keras.layers.Dense(1)])
slow.compile("sgd", "mse", steps_per_execution=10)
slow.fit(x, y, batch_size=32)
single = tf.keras.Sequential([tf.keras.layers.Dense(1)])
single.compile("sgd", "mse", steps_per_execution=1)
single.fit(x[:960], y[:960], batch_size=32)
few = tf.keras.Sequential([tf.keras.layers.Dense(1)])
few.compile("sgd", "mse", steps_per_execution=200)
few.fit(x, y, batch_size=32)
# output
import numpy as np
import tensorflow as tf

x, y = np.random.rand(64000, 4).astype("float32"), np.random.rand(64000).astype("float32")
slow = tf.keras.Sequential([tf.keras.layers.Dense(1)])
slow.compile("sgd", "mse", steps_per_execution=len(x) // 32)
slow.fit(x, y, batch_size=32)
single = tf.keras.Sequential([tf.keras.layers.Dense(1)])
single.compile("sgd", "mse", steps_per_execution=len(x[:960]) // 32)
single.fit(x[:960], y[:960], batch_size=32)
few = tf.keras.Sequential([tf.keras.layers.Dense(1)])
few.compile("sgd", "mse", steps_per_execution=200)
few.fit(x, y, batch_size=32)
