import numpy as np
import tensorflow as tf

tf.keras.backend.set_floatx("float64")
x, y = np.random.rand(320, 6), np.random.rand(320, 1)
model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, batch_size=32, epochs=1)
# output
import numpy as np
import tensorflow as tf

tf.keras.backend.set_floatx("float32")
x, y = np.random.rand(320, 6), np.random.rand(320, 1)
model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, batch_size=32, epochs=1)
