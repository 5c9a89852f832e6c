import numpy as np
import tensorflow as tf

x, y = np.random.rand(150, 8, 8, 3).astype("float32"), np.random.rand(150, 1).astype("float32")
series = np.random.rand(200, 1).astype("float32")
gen = tf.keras.preprocessing.sequence.TimeseriesGenerator(series, series, length=192, batch_size=4)
model = tf.keras.Sequential([tf.keras.layers.Flatten(input_shape=(8, 8, 3)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(gen, epochs=1)
# output
import numpy as np
import tensorflow as tf

x, y = np.random.rand(150, 8, 8, 3).astype("float32"), np.random.rand(150, 1).astype("float32")
series = np.random.rand(200, 1).astype("float32")
gen = tf.keras.preprocessing.sequence.TimeseriesGenerator(series, series, length=192, batch_size=4)
model = tf.keras.Sequential([tf.keras.layers.Flatten(input_shape=(8, 8, 3)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
# gpu2ipu: IPU205 `fit` takes its data from a generator, `gen`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (its `__len__` does not show how many of its batches are full)
model.fit(gen, epochs=1)
