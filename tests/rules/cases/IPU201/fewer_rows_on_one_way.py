import tensorflow as tf


def batches(x, y):
    return tf.data.Dataset.from_tensor_slices((x, y)).shuffle(100).batch(32).prefetch(2)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
valid = batches(tf.zeros((20, 4)), tf.zeros((20, 1)))
model.fit(batches(tf.zeros((100, 4)), tf.zeros((100, 1))), validation_data=valid)
# output
import tensorflow as tf


def batches(x, y):
    return tf.data.Dataset.from_tensor_slices((x, y)).shuffle(100).batch(min(32, len(x)), drop_remainder=True).prefetch(2)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
valid = batches(tf.zeros((20, 4)), tf.zeros((20, 1)))
model.fit(batches(tf.zeros((100, 4)), tf.zeros((100, 1))), validation_data=valid)
