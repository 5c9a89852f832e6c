import numpy as np
import tensorflow as tf

x, y = np.random.rand(1000, 8).astype("float32"), np.random.rand(1000, 1).astype("float32")


def load(shuffled=False):
    rows = tf.data.Dataset.from_tensor_slices((x, y))
    return (rows.shuffle(1000) if shuffled else rows).batch(32)


pairs = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
scale = tf.keras.layers.Normalization()
scale.adapt(pairs.map(lambda row, target: row))
model = tf.keras.Sequential([scale, tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(pairs, epochs=2)

other = tf.keras.layers.Normalization()
other.adapt(load().map(lambda row, target: row))
model = tf.keras.Sequential([other, tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(load(True), epochs=2)
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


x, y = np.random.rand(1000, 8).astype("float32"), np.random.rand(1000, 1).astype("float32")


def load(shuffled=False, drop_remainder=False):
    rows = tf.data.Dataset.from_tensor_slices((x, y))
    return (rows.shuffle(1000) if shuffled else rows).batch(32, drop_remainder=drop_remainder)


pairs = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
scale = tf.keras.layers.Normalization()
scale.adapt(pairs.map(lambda row, target: row))
model = tf.keras.Sequential([scale, tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(full_batches(pairs), epochs=2)

other = tf.keras.layers.Normalization()
other.adapt(load().map(lambda row, target: row))
model = tf.keras.Sequential([other, tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(load(True, drop_remainder=True), epochs=2)
