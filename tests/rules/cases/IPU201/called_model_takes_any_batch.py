import numpy as np
import tensorflow as tf

x, y = np.random.rand(330, 6).astype("float32"), np.random.rand(330, 1).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
test = tf.data.Dataset.from_tensor_slices((x[:50], y[:50])).batch(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(ds, epochs=1, verbose=0)
for xb, yb in test.take(1):
    print(model(xb, training=False).shape)
# output
import numpy as np
import tensorflow as tf

x, y = np.random.rand(330, 6).astype("float32"), np.random.rand(330, 1).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(16, drop_remainder=True)
test = tf.data.Dataset.from_tensor_slices((x[:50], y[:50])).batch(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(ds, epochs=1, verbose=0)
for xb, yb in test.take(1):
    print(model(xb, training=False).shape)
