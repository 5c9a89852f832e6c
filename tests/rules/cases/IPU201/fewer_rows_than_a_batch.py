import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices((tf.zeros((20, 4)), tf.zeros((20, 1)))).batch(32)
valid = tf.data.Dataset.from_tensor_slices((tf.zeros((7, 4)), tf.zeros((7, 1)))).batch(32)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train, validation_data=valid)
# output
import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices((tf.zeros((20, 4)), tf.zeros((20, 1)))).batch(20, drop_remainder=True)
valid = tf.data.Dataset.from_tensor_slices((tf.zeros((7, 4)), tf.zeros((7, 1)))).batch(7, drop_remainder=True)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train, validation_data=valid)
