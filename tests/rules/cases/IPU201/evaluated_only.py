import numpy as np
import tensorflow as tf

x_test, y_test = np.load("x.npy"), np.load("y.npy")
train = tf.data.Dataset.from_tensor_slices((tf.zeros((2000, 4)), tf.zeros((2000, 1)))).batch(100, drop_remainder=True)
test = tf.data.Dataset.from_tensor_slices((x_test, y_test)).cache().batch(100).prefetch(2)
prime = tf.data.Dataset.from_tensor_slices((tf.zeros((1009, 4)), tf.zeros((1009, 1)))).batch(100)
some = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(100)
part = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(100)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train, validation_data=test)
model.evaluate(prime)
model.evaluate(some, steps=5)
model.evaluate(part.skip(1))
# output
import numpy as np
import tensorflow as tf


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`, so that no batch is partial."""
    below = max(size for size in range(1, min(rows, batch_size) + 1) if rows % size == 0)
    above = [size for size in range(batch_size + 1, 4 * batch_size + 1) if rows % size == 0]
    return above[0] if above and 4 * below < min(rows, batch_size) else below


x_test, y_test = np.load("x.npy"), np.load("y.npy")
train = tf.data.Dataset.from_tensor_slices((tf.zeros((2000, 4)), tf.zeros((2000, 1)))).batch(100, drop_remainder=True)
test = tf.data.Dataset.from_tensor_slices((x_test, y_test)).cache().batch(even_batch_size(len(x_test), 100), drop_remainder=True).prefetch(2)
prime = tf.data.Dataset.from_tensor_slices((tf.zeros((1009, 4)), tf.zeros((1009, 1)))).batch(100, drop_remainder=True)
some = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(100, drop_remainder=True)
part = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(100, drop_remainder=True)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train, validation_data=test)
model.evaluate(prime)
model.evaluate(some, steps=5)
model.evaluate(part.skip(1))
