import tensorflow as tf

series = tf.data.Dataset.from_tensor_slices(tf.range(600.0))
windows = series.window(8)
short = windows.flat_map(lambda window: window.batch(8)).map(lambda part: (part[:-1], part[-1])).batch(4, True)
full = series.window(8, drop_remainder=True)
larger = full.flat_map(lambda window: window.batch(4)).map(lambda part: (part[:-1], part[-1])).batch(4, True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(short)
model.fit(larger)
# output
import tensorflow as tf

series = tf.data.Dataset.from_tensor_slices(tf.range(600.0))
windows = series.window(8)
short = windows.flat_map(lambda window: window.batch(8)).map(lambda part: (part[:-1], part[-1])).batch(4, True)
full = series.window(8, drop_remainder=True)
larger = full.flat_map(lambda window: window.batch(4)).map(lambda part: (part[:-1], part[-1])).batch(4, True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
# gpu2ipu: IPU207 the dataset `short` does not know its size: say how many batches to take with `steps_per_epoch`
model.fit(short)
# gpu2ipu: IPU207 the dataset `larger` does not know its size: say how many batches to take with `steps_per_epoch`
model.fit(larger)
