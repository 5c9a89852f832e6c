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
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


def count_samples(dataset):
    """Return how many samples a dataset has in all batches, and in the largest one."""

    def add(counted, *batch):
        size = tf.shape(tf.nest.flatten(batch)[0])[0]
        return counted[0] + size, tf.maximum(counted[1], size)

    rows, batch_size = dataset.reduce((0, 0), add)
    return int(rows), int(batch_size)


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


x_test, y_test = np.load("x.npy"), np.load("y.npy")
train = tf.data.Dataset.from_tensor_slices((tf.zeros((2000, 4)), tf.zeros((2000, 1)))).batch(100, drop_remainder=True)
test = tf.data.Dataset.from_tensor_slices((x_test, y_test)).cache().batch(even_batch_size(len(x_test), 100), drop_remainder=True).prefetch(2)
prime = tf.data.Dataset.from_tensor_slices((tf.zeros((1009, 4)), tf.zeros((1009, 1)))).batch(100)
some = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(100, drop_remainder=True)
part = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(100, drop_remainder=True)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train, validation_data=test)
evaluate_all_batches(model, prime)
model.evaluate(some, steps=5)
model.evaluate(part.skip(1))
