import numpy as np
import tensorflow as tf

x, y = np.random.rand(50, 6).astype("float32"), np.random.rand(50, 1).astype("float32")
val = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
n = tf.data.experimental.cardinality(val)
test, val = val.take(n // 2), val.skip(n // 2)
some = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
train = some.skip(1)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(6,))])
model.compile("adam", "mse")
model.fit(train, validation_data=val)
# output
import numpy as np
import tensorflow as tf


def count_samples(dataset):
    """Return how many samples a dataset has in all batches, and in the largest one."""

    def add(counted, *batch):
        size = tf.shape(tf.nest.flatten(batch)[0])[0]
        return counted[0] + size, tf.maximum(counted[1], size)

    rows, batch_size = dataset.reduce((0, 0), add)
    return int(rows), int(batch_size)


def full_batches(dataset):
    """Return the full batches of a dataset: the last one is left out if it is partial."""
    rows, batch_size = count_samples(dataset)
    full = dataset.unbatch().batch(batch_size, drop_remainder=True)
    return full.apply(tf.data.experimental.assert_cardinality(rows // batch_size))


x, y = np.random.rand(50, 6).astype("float32"), np.random.rand(50, 1).astype("float32")
val = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
n = tf.data.experimental.cardinality(val)
test, val = val.take(n // 2), val.skip(n // 2)
some = tf.data.Dataset.from_tensor_slices((x, y)).batch(16, drop_remainder=True)
train = some.skip(1)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(6,))])
model.compile("adam", "mse")
model.fit(train, validation_data=full_batches(val))
