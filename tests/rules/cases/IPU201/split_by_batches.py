import numpy as np
import tensorflow as tf

x, y = np.random.rand(50, 6).astype("float32"), np.random.rand(50, 1).astype("float32")
val = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
n = tf.data.experimental.cardinality(val)
test, val = val.take(n // 2), val.skip(n // 2)
some = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
train = some.skip(1)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(6,))])
model.compile("adam", "mse")
model.fit(train, validation_data=val)
# output
import numpy as np
import tensorflow as tf

x, y = np.random.rand(50, 6).astype("float32"), np.random.rand(50, 1).astype("float32")
val = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True)
n = tf.data.experimental.cardinality(val)
test, val = val.take(n // 2), val.skip(n // 2)
some = tf.data.Dataset.from_tensor_slices((x, y)).batch(16, drop_remainder=True)
train = some.skip(1)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(6,))])
model.compile("adam", "mse")
model.fit(train, validation_data=val)
