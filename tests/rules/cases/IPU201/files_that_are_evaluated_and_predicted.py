import numpy as np
from tensorflow import keras
from tensorflow.keras.preprocessing import image_dataset_from_directory

train = image_dataset_from_directory("a", label_mode="categorical", image_size=(64, 64))
tested = image_dataset_from_directory("b", label_mode="categorical", image_size=(64, 64), shuffle=False)
mixed = image_dataset_from_directory("c", label_mode="categorical", image_size=(64, 64), batch_size=8)
again = image_dataset_from_directory("d", label_mode="categorical", image_size=(64, 64))
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2, activation="softmax")])
model.compile("sgd", "categorical_crossentropy", metrics=["accuracy"])
model.fit(train, validation_data=tested, epochs=2)
print(model.evaluate(tested))
labels = np.concatenate([y for x, y in tested])
print((model.predict(tested, verbose=0).argmax(1) == labels.argmax(1)).mean())
print(model.evaluate(mixed), model.predict(mixed).shape)
model.fit(again)
model.predict(again)
cut = image_dataset_from_directory("e", label_mode="categorical", image_size=(64, 64), shuffle=False)
model.evaluate(cut, steps=3)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.preprocessing import image_dataset_from_directory


def full_batches_of_files(dataset, batch_size):
    """Return the full batches of a dataset of image files: a partial one at its end is left out."""
    steps = len(dataset.file_paths) // batch_size
    full = dataset.unbatch().batch(batch_size, drop_remainder=True)
    full = full.apply(tf.data.experimental.assert_cardinality(steps))
    full.class_names, full.file_paths = dataset.class_names, dataset.file_paths
    return full


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


train = full_batches_of_files(image_dataset_from_directory("a", label_mode="categorical", image_size=(64, 64)), 32)
tested = image_dataset_from_directory("b", label_mode="categorical", image_size=(64, 64), shuffle=False)
mixed = image_dataset_from_directory("c", label_mode="categorical", image_size=(64, 64), batch_size=8)
# gpu2ipu: IPU201 the last batch may be partial, and dropping it would lose samples that are evaluated or predicted
again = image_dataset_from_directory("d", label_mode="categorical", image_size=(64, 64))
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2, activation="softmax")])
model.compile("sgd", "categorical_crossentropy", metrics=["accuracy"])
model.fit(train, validation_data=full_batches(tested), epochs=2)
print(evaluate_all_batches(model, tested))
labels = np.concatenate([y for x, y in tested])
print((predict_all_samples(model, tested, verbose=0).argmax(1) == labels.argmax(1)).mean())
print(model.evaluate(full_batches(mixed)), predict_all_samples(model, mixed).shape)
model.fit(again)
model.predict(again)
# gpu2ipu: IPU201 the last batch may be partial, and dropping it would lose samples that are evaluated or predicted
cut = image_dataset_from_directory("e", label_mode="categorical", image_size=(64, 64), shuffle=False)
model.evaluate(cut, steps=3)
