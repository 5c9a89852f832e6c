import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
x, y = rng.random((385, 5)).astype("float32"), rng.random((385, 1)).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
n = tf.data.experimental.cardinality(ds)
val, rest = ds.take(n // 5), ds.skip(n // 5)
test, train = rest.take(n // 5), rest.skip(n // 5)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu", input_shape=(5,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(train, validation_data=val, epochs=1, verbose=0)
print(model.evaluate(test, verbose=0))
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


def evaluate_all_batches(model, dataset, **options):
    """Evaluate a dataset in calls that suit `steps_per_execution`; the results are averaged by samples."""
    rows, batch_size = count_samples(dataset)
    full = rows // batch_size * batch_size
    whole = full - full % (batch_size * int(model._steps_per_execution.numpy()))
    results, weights = [], []
    for start, stop in ((0, whole), (whole, full), (full, rows)):
        if start < stop:
            size = min(batch_size, stop - start)
            part = dataset.unbatch().skip(start).take(stop - start).batch(size, drop_remainder=True)
            part = part.apply(tf.data.experimental.assert_cardinality((stop - start) // size))
            results.append(model.evaluate(part, **options))
            weights.append(stop - start)
    return tf.nest.map_structure(lambda *values: float(np.average(values, weights=weights)), *results)


rng = np.random.default_rng(0)
x, y = rng.random((385, 5)).astype("float32"), rng.random((385, 1)).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
n = tf.data.experimental.cardinality(ds)
val, rest = ds.take(n // 5), ds.skip(n // 5)
test, train = rest.take(n // 5), rest.skip(n // 5)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu", input_shape=(5,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(full_batches(train), validation_data=full_batches(val), epochs=1, verbose=0)
print(evaluate_all_batches(model, test, verbose=0))
