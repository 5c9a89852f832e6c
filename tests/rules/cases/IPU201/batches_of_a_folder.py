from tensorflow import keras

images = keras.preprocessing.image_dataset_from_directory("a", batch_size=16).cache().prefetch(2)
held_out = keras.utils.image_dataset_from_directory("b")
tested = keras.utils.image_dataset_from_directory("c", shuffle=False)
texts = keras.utils.text_dataset_from_directory("d", batch_size=16)
whole = images.unbatch().batch(16, drop_remainder=True)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2)])
model.compile("sgd", "mse")
model.fit(images, validation_data=whole, epochs=2)
model.fit(texts)
model.evaluate(held_out)
model.evaluate(tested)
model.predict(keras.utils.image_dataset_from_directory("e", labels=None))
# output
import tensorflow as tf
import numpy as np
from tensorflow import keras


def full_batches_of_files(dataset, batch_size):
    """Return the full batches of a dataset of image files: a partial one at its end is left out."""
    steps = len(dataset.file_paths) // batch_size
    full = dataset.unbatch().batch(batch_size, drop_remainder=True)
    full = full.apply(tf.data.experimental.assert_cardinality(steps))
    full.class_names, full.file_paths = dataset.class_names, dataset.file_paths
    return full


def full_batches_of_texts(dataset, batch_size):
    """Return the full batches of a dataset of text files: a partial one at its end is left out."""
    files = dataset
    while files._inputs():
        files = files._inputs()[0]
    full = dataset.unbatch().batch(batch_size, drop_remainder=True)
    full = full.apply(tf.data.experimental.assert_cardinality(len(files) // batch_size))
    full.class_names = dataset.class_names
    return full


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


images = full_batches_of_files(keras.preprocessing.image_dataset_from_directory("a", batch_size=16), 16).cache().prefetch(2)
held_out = full_batches_of_files(keras.utils.image_dataset_from_directory("b"), 32)
tested = keras.utils.image_dataset_from_directory("c", shuffle=False)
texts = full_batches_of_texts(keras.utils.text_dataset_from_directory("d", batch_size=16), 16)
whole = images.unbatch().batch(16, drop_remainder=True)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2)])
model.compile("sgd", "mse")
model.fit(images, validation_data=whole, epochs=2)
model.fit(texts)
model.evaluate(held_out)
evaluate_all_batches(model, tested)
predict_all_samples(model, keras.utils.image_dataset_from_directory("e", labels=None))
