# flags: --select IPU201,IPU301
import numpy as np
import tensorflow as tf

x, y = np.zeros((1000, 4)), np.zeros((1000, 1))


def batches(rows, size, shuffle):
    data = tf.data.Dataset.from_tensor_slices((x[rows], y[rows]))
    if shuffle:
        data = data.shuffle(100)
    return data.batch(size).prefetch(2)


def load(part, shuffle=False):
    return batches(slice(0, 700) if part == "train" else slice(700, 1000), 32, shuffle)


class Data:
    def __init__(self, size):
        self.size = size

    def part(self, start, stop):
        return tf.data.Dataset.from_tensor_slices((x[start:stop], y[start:stop])).batch(self.size, drop_remainder=False)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
train, valid, test = load("train", shuffle=True), load("valid"), load("test")
model.fit(train, validation_data=valid)
print(model.predict(test))
data = Data(64)
model.compile("sgd", "mse")
model.fit(data.part(0, 800))
print(model.evaluate(data.part(800, 1000)))
# output
import numpy as np
import tensorflow as tf


def suitable_steps(training, validation, *others):
    """Return the largest `steps_per_execution` that divides all step counts that are not smaller than it."""
    if min(training, validation, *others) < 1:
        raise ValueError("fewer samples than one batch: take a smaller batch size")

    def suit(steps):
        left = min(steps, training)
        inside = training % left == 0 and validation % min(left, validation) == 0
        return inside and all(other % min(steps, other) == 0 for other in others)

    return max(steps for steps in range(1, max(training, *others, 1) + 1) if suit(steps))


def count_samples(dataset):
    """Return how many samples a dataset has in all batches, and in the largest one."""

    def add(counted, *batch):
        size = tf.shape(tf.nest.flatten(batch)[0])[0]
        return counted[0] + size, tf.maximum(counted[1], size)

    rows, batch_size = dataset.reduce((0, 0), add)
    return int(rows), int(batch_size)


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


x, y = np.zeros((1000, 4)), np.zeros((1000, 1))


def batches(rows, size, shuffle, drop_remainder=False):
    data = tf.data.Dataset.from_tensor_slices((x[rows], y[rows]))
    if shuffle:
        data = data.shuffle(100)
    return data.batch(size, drop_remainder=drop_remainder).prefetch(2)


def load(part, shuffle=False, drop_remainder=False):
    return batches(slice(0, 700) if part == "train" else slice(700, 1000), 32, shuffle, drop_remainder=drop_remainder)


class Data:
    def __init__(self, size):
        self.size = size

    def part(self, start, stop, drop_remainder=False):
        return tf.data.Dataset.from_tensor_slices((x[start:stop], y[start:stop])).batch(self.size, drop_remainder=drop_remainder)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
train, valid, test = load("train", shuffle=True, drop_remainder=True), load("valid", drop_remainder=True), load("test")
model.compile("sgd", "mse", steps_per_execution=suitable_steps(len(train), len(valid), len(test)))
model.fit(train, validation_data=valid)
print(predict_all_samples(model, test))
data = Data(64)
model.compile("sgd", "mse", steps_per_execution=12)
model.fit(data.part(0, 800, drop_remainder=True))
print(evaluate_all_batches(model, data.part(800, 1000)))
