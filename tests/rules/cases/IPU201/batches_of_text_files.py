import tensorflow as tf
from tensorflow.keras import Sequential, layers
from tensorflow.keras.utils import text_dataset_from_directory

BATCH = 16
train = text_dataset_from_directory("a", batch_size=BATCH, validation_split=0.2, subset="training", seed=1)
held_out = text_dataset_from_directory("a", batch_size=BATCH, validation_split=0.2, subset="validation", seed=1)
tested = text_dataset_from_directory("b", shuffle=False)
print(train.class_names)
vectorize = layers.TextVectorization(max_tokens=1000, output_sequence_length=20)
vectorize.adapt(train.map(lambda text, label: text))


def tokens(text, label):
    return vectorize(tf.expand_dims(text, -1)), label


model = Sequential([layers.Embedding(1000, 8), layers.GlobalAveragePooling1D(), layers.Dense(1)])
model.compile("adam", tf.keras.losses.BinaryCrossentropy(from_logits=True), metrics=["accuracy"])
model.fit(train.map(tokens).prefetch(2), validation_data=held_out.map(tokens), epochs=2)
model.evaluate(tested.map(tokens))
# output
import numpy as np
import tensorflow as tf
from tensorflow.keras import Sequential, layers
from tensorflow.keras.utils import text_dataset_from_directory


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


BATCH = 16
train = full_batches_of_texts(text_dataset_from_directory("a", batch_size=BATCH, validation_split=0.2, subset="training", seed=1), BATCH)
held_out = full_batches_of_texts(text_dataset_from_directory("a", batch_size=BATCH, validation_split=0.2, subset="validation", seed=1), BATCH)
tested = text_dataset_from_directory("b", shuffle=False)
print(train.class_names)
vectorize = layers.TextVectorization(max_tokens=1000, output_sequence_length=20)
vectorize.adapt(train.map(lambda text, label: text))


def tokens(text, label):
    return vectorize(tf.expand_dims(text, -1)), label


model = Sequential([layers.Embedding(1000, 8), layers.GlobalAveragePooling1D(), layers.Dense(1)])
model.compile("adam", tf.keras.losses.BinaryCrossentropy(from_logits=True), metrics=["accuracy"])
model.fit(train.map(tokens).prefetch(2), validation_data=held_out.map(tokens), epochs=2)
evaluate_all_batches(model, tested.map(tokens))
