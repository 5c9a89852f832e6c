# flags: --select IPU201,IPU202,IPU203,IPU204
import tensorflow as tf
from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
x_train, x_test = x_train[: len(x_train) // 3], x_test[: len(x_test) // 3]


def make(x, y, shuffle=True, *, keep=False):
    dataset = tf.data.Dataset.from_tensor_slices((x, y))
    if shuffle:
        dataset = dataset.shuffle(1000)
    if not keep:
        return dataset.batch(32)
    return dataset.shuffle(1000).batch(32)


train, test = make(x_train, y_train), make(x_test, y_test, shuffle=False)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(train, epochs=2, validation_data=test)
model.evaluate(test)
model.predict(test)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras


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


def predict_all_samples(model, dataset, batches=1, **options):
    """Predict a dataset in full batches: the last one is padded, and the padding dropped from the result."""
    rows, batch_size = count_samples(dataset)
    number = -(-rows // (batch_size * batches)) * batches
    samples = dataset.unbatch()
    padding = samples.take(1).repeat(number * batch_size - rows)
    padded = samples.concatenate(padding).batch(batch_size, drop_remainder=True)
    padded = padded.apply(tf.data.experimental.assert_cardinality(number))
    predictions = model.predict(padded, **options)
    return tf.nest.map_structure(lambda array: array[:rows], predictions)


(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
x_train, x_test = x_train[: len(x_train) // 3], x_test[: len(x_test) // 3]


def make(x, y, shuffle=True, *, keep=False, drop_remainder=False):
    dataset = tf.data.Dataset.from_tensor_slices((x, y))
    if shuffle:
        dataset = dataset.shuffle(1000)
    if not keep:
        return dataset.batch(32, drop_remainder=drop_remainder)
    return dataset.shuffle(1000).batch(32)


train, test = make(x_train, y_train, drop_remainder=True), make(x_test, y_test, shuffle=False)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(train, epochs=2, validation_data=full_batches(test))
evaluate_all_batches(model, test)
predict_all_samples(model, test)
