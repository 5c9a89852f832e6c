import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
x, y = rng.random((385, 5)).astype("float32"), rng.random((385, 1)).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
train = ds.enumerate().filter(lambda i, d: i % 5 < 3).map(lambda i, d: d)
val = ds.enumerate().filter(lambda i, d: i % 5 == 3).map(lambda i, d: d)
test = ds.enumerate().filter(lambda i, d: i % 5 == 4).map(lambda i, d: d)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu", input_shape=(5,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(train, validation_data=val, epochs=1, verbose=0)
print(model.evaluate(test, verbose=0))
# output
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
x, y = rng.random((385, 5)).astype("float32"), rng.random((385, 1)).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
train = ds.enumerate().filter(lambda i, d: i % 5 < 3).map(lambda i, d: d)
val = ds.enumerate().filter(lambda i, d: i % 5 == 3).map(lambda i, d: d)
test = ds.enumerate().filter(lambda i, d: i % 5 == 4).map(lambda i, d: d)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu", input_shape=(5,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
# gpu2ipu: IPU207 the dataset `train` does not know its size: say how many batches to take with `steps_per_epoch`
# gpu2ipu: IPU207 the dataset `val` does not know its size: say how many batches to take with `validation_steps`
model.fit(train, validation_data=val, epochs=1, verbose=0)
# gpu2ipu: IPU207 the dataset `test` does not know its size: say how many batches to take with `steps`
print(model.evaluate(test, verbose=0))
