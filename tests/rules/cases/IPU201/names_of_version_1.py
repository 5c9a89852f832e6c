import tensorflow.compat.v1 as tf

rows = tf.data.Dataset.from_tensor_slices((x, y)).batch(20)
model = tf.keras.models.Sequential([tf.keras.layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(rows, epochs=2)
# output
import tensorflow.compat.v1 as tf

rows = tf.data.Dataset.from_tensor_slices((x, y)).batch(20, drop_remainder=True)
model = tf.keras.models.Sequential([tf.keras.layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(rows, epochs=2)
