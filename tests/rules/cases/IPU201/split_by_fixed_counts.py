import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
x, y = rng.random((385, 5)).astype("float32"), rng.random((385, 1)).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
train, rest = ds.take(15), ds.skip(15)
val, test = rest.take(5), rest.skip(5)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu", input_shape=(5,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(train, validation_data=val, epochs=1, verbose=0)
print(model.evaluate(test, verbose=0))
# output
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
x, y = rng.random((385, 5)).astype("float32"), rng.random((385, 1)).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(16, drop_remainder=True)
train, rest = ds.take(15), ds.skip(15)
val, test = rest.take(5), rest.skip(5)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu", input_shape=(5,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(train, validation_data=val, epochs=1, verbose=0)
print(model.evaluate(test, verbose=0))
