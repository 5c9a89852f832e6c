# flags: --select=IPU201
import numpy as np
import tensorflow as tf

x, y = np.random.rand(600, 4).astype("float32"), np.random.rand(600).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
k = len(ds) // 3
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for i in range(3):
    train = ds.skip((i + 1) * k).concatenate(ds.take(i * k))
    model.fit(train)
    model.evaluate(ds.skip(i * k).take(k))
# output
import numpy as np
import tensorflow as tf

x, y = np.random.rand(600, 4).astype("float32"), np.random.rand(600).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True)
k = len(ds) // 3
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for i in range(3):
    train = ds.skip((i + 1) * k).concatenate(ds.take(i * k))
    model.fit(train)
    model.evaluate(ds.skip(i * k).take(k))
