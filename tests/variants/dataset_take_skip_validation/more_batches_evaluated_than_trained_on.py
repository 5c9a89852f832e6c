# case: the first third of the batches trains, the rest with the partial batch is evaluated
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: sees fit 128
# must: sees evaluate 257
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
x, y = rng.random((385, 5)).astype("float32"), rng.random((385, 1)).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
n = len(ds)
train, test = ds.take(n // 3), ds.skip(n // 3)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu", input_shape=(5,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(train, epochs=2, verbose=0)
print(model.evaluate(test, verbose=0))
