import tensorflow as tf

data = tf.data.TextLineDataset("rows.txt").map(tf.strings.to_number).batch(8, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(data)
# output
import tensorflow as tf

data = tf.data.TextLineDataset("rows.txt").map(tf.strings.to_number).batch(8, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# gpu2ipu: IPU301 `compile` without `steps_per_execution`: each execution runs a single batch; the step count of `model.fit` is not known because its dataset has no size
model.compile("sgd", "mse")
model.fit(data)
