import tensorflow as tf

data = tf.data.TextLineDataset("numbers.txt").map(lambda line: tf.strings.to_number(tf.strings.split(line)))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(data.padded_batch(8, padded_shapes=[16]))
# output
import tensorflow as tf

data = tf.data.TextLineDataset("numbers.txt").map(lambda line: tf.strings.to_number(tf.strings.split(line)))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(data.padded_batch(8, padded_shapes=[16], drop_remainder=True))
