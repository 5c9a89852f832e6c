import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
x, y = rng.random((385, 5)).astype("float32"), rng.random((385, 1)).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(385, seed=3).batch(16)
train_size = int(0.7 * len(ds))
train_ds = ds.take(train_size).cache().prefetch(tf.data.AUTOTUNE)
test_ds = ds.skip(train_size)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu", input_shape=(5,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(train_ds, validation_data=test_ds, epochs=2, verbose=0)
# output
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
x, y = rng.random((385, 5)).astype("float32"), rng.random((385, 1)).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(385, seed=3).batch(16, drop_remainder=True)
train_size = int(0.7 * len(ds))
train_ds = ds.take(train_size).cache().prefetch(tf.data.AUTOTUNE)
test_ds = ds.skip(train_size)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu", input_shape=(5,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(train_ds, validation_data=test_ds, epochs=2, verbose=0)
