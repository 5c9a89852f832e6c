import numpy as np
import tensorflow as tf

x = np.zeros((1000, 4))
data = tf.data.Dataset.from_tensor_slices((x, x)).batch(32)
shuffled = tf.data.Dataset.from_tensor_slices((x, x)).shuffle(1000).batch(32)
evaluated = tf.data.Dataset.from_tensor_slices((x, x)).batch(32)
parts = [tf.data.Dataset.from_tensor_slices((x[start:stop], x[start:stop])).batch(64) for start, stop in ((0, 700), (700, 1000))]
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile("sgd", "mse")
model.fit(data)
model.predict(data)
model.fit(shuffled)
model.predict(shuffled)
model.fit(evaluated)
model.evaluate(evaluated)
model.fit(parts[0])
model.predict(parts[1])
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


x = np.zeros((1000, 4))
data = tf.data.Dataset.from_tensor_slices((x, x)).batch(32)
# gpu2ipu: IPU201 the last batch may be partial, and dropping it would lose predictions
shuffled = tf.data.Dataset.from_tensor_slices((x, x)).shuffle(1000).batch(32)
evaluated = tf.data.Dataset.from_tensor_slices((x, x)).batch(32, drop_remainder=True)
parts = [tf.data.Dataset.from_tensor_slices((x[start:stop], x[start:stop])).batch(64) for start, stop in ((0, 700), (700, 1000))]
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile("sgd", "mse")
model.fit(full_batches(data))
predict_all_samples(model, data)
model.fit(shuffled)
model.predict(shuffled)
model.fit(evaluated)
model.evaluate(evaluated)
model.fit(full_batches(parts[0]))
predict_all_samples(model, parts[1])
