import numpy as np
from tensorflow import keras

rows = np.random.rand(500, 3).astype("float32")
train = keras.utils.timeseries_dataset_from_array(rows[:-20], rows[20:, 0], 20, batch_size=16, end_index=300)
valid = keras.preprocessing.timeseries_dataset_from_array(
    data=rows[:-20], targets=rows[20:, 0], sequence_length=20, batch_size=16, start_index=300
)
model = keras.Sequential([keras.layers.LSTM(4), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train.prefetch(2), validation_data=valid, epochs=2)
print(model.evaluate(valid))
model.predict(valid)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras


def batches_of_windows(data, targets, sequence_length, batch_size=128, drop_remainder=False, **options):
    """As `timeseries_dataset_from_array`: windows in types that the IPU supports, with their length in the shape."""
    create = tf.keras.preprocessing.timeseries_dataset_from_array
    types = {tf.float64: tf.float32, tf.int64: tf.int32}

    def shaped(windows, *others):
        windows = tf.ensure_shape(windows, [None, sequence_length, *windows.shape[2:]])
        windows, *others = [tf.cast(part, types.get(part.dtype, part.dtype)) for part in (windows, *others)]
        return (windows, *others) if others else windows

    dataset = create(data, targets, sequence_length, batch_size=batch_size, **options).map(shaped)
    if not drop_remainder:
        return dataset
    samples = len(create(data, targets, sequence_length, batch_size=1, **{**options, "shuffle": False}))
    full = dataset.unbatch().batch(batch_size, drop_remainder=True)
    return full.apply(tf.data.experimental.assert_cardinality(samples // batch_size))


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


rows = np.random.rand(500, 3).astype("float32")
train = batches_of_windows(rows[:-20], rows[20:, 0], 20, batch_size=16, end_index=300, drop_remainder=True)
valid = batches_of_windows(
    data=rows[:-20], targets=rows[20:, 0], sequence_length=20, batch_size=16, start_index=300
)
model = keras.Sequential([keras.layers.LSTM(4), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train.prefetch(2), validation_data=full_batches(valid), epochs=2)
print(evaluate_all_batches(model, valid))
predict_all_samples(model, valid)
