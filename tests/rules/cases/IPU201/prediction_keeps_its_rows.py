import sys

import tensorflow as tf

rows = int(sys.argv[1])
data = tf.data.Dataset.from_tensor_slices(tf.zeros((100, 4)))
unknown = tf.data.Dataset.from_tensor_slices(tf.zeros((rows, 4))).map(lambda row: row + 1)
model = tf.keras.models.load_model("model.h5")
print(model.predict(data.batch(32)))
print(model.predict(unknown.batch(32)))
# output
import sys

import tensorflow as tf


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


rows = int(sys.argv[1])
data = tf.data.Dataset.from_tensor_slices(tf.zeros((100, 4)))
unknown = tf.data.Dataset.from_tensor_slices(tf.zeros((rows, 4))).map(lambda row: row + 1)
model = tf.keras.models.load_model("model.h5")
print(model.predict(data.batch(25, drop_remainder=True)))
print(predict_all_samples(model, unknown.batch(32)))
