import numpy as np
import tensorflow as tf

x, y = np.random.rand(320, 6), np.random.rand(320, 1)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, dtype="float64"), tf.keras.layers.Dense(1, dtype="float64")])
model.compile("adam", "mse")
model.fit(x, y, batch_size=32, epochs=1)
# output
import numpy as np
import tensorflow as tf

x, y = np.random.rand(320, 6), np.random.rand(320, 1)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, dtype="float32"), tf.keras.layers.Dense(1, dtype="float32")])
model.compile("adam", "mse")
model.fit(x, y, batch_size=32, epochs=1)
