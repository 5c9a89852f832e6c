# flags: --pipeline-stages 2 --all-rules
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers


class Batches(keras.utils.Sequence):
    def __init__(self, x, y, batch_size):
        self.x, self.y, self.batch_size = x, y, batch_size

    def __len__(self):
        return int(np.ceil(len(self.x) / self.batch_size))

    def __getitem__(self, index):
        part = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return self.x[part], self.y[part]


def batches(size):
    while True:
        yield np.random.rand(size, 4).astype("float32"), np.random.rand(size).astype("float32")


train = Batches(np.load("x.npy"), np.load("y.npy"), 32)
test = Batches(np.load("u.npy"), np.load("v.npy"), 32)
model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train, epochs=2, validation_data=test)
model.evaluate(test)
model.predict(test)
other = keras.Sequential([layers.Dense(4), layers.Dense(1)])
other.compile("sgd", "mse")
other.fit(batches(32), steps_per_epoch=25, epochs=2, validation_data=batches(32), validation_steps=5)
other.evaluate(batches(32), steps=7)
# output
import random

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu


def micro_batches(dataset, parts):
    """Cut each batch of a dataset into `parts` micro-batches, whose gradients the IPU accumulates."""

    def cut(*batch):
        def cut_tensor(tensor):
            return tf.reshape(tensor, [parts, tensor.shape[0] // parts, *tensor.shape[1:]])

        return tf.nest.map_structure(cut_tensor, batch)

    return dataset.map(cut).unbatch()


def predict_all_batches(model, x, batches, **options):
    """Predict a dataset of full batches in a multiple of `batches`: what pads them is dropped from the result."""
    rows = len(x) * tf.nest.flatten(x.element_spec)[0].shape[0]
    padding = x.take(1).repeat(-len(x) % batches)
    predictions = model.predict(x.concatenate(padding), **options)
    return tf.nest.map_structure(lambda array: array[:rows], predictions)


def dividing_batch_size(rows, batch_size):
    """Return a batch size that divides `rows`, so that no batch is partial: near `batch_size`, else smaller."""
    below = max(size for size in range(1, min(rows, batch_size) + 1) if rows % size == 0)
    above = [size for size in range(batch_size + 1, 4 * batch_size + 1) if rows % size == 0]
    return above[0] if above and 2 * below < min(rows, batch_size) else below


def suitable_accumulated_steps(accumulation, training, validation, *others):
    """Return the largest `steps_per_execution` of whole weight updates that suits all step counts."""
    if min(training, validation, *others) < 1:
        raise ValueError("fewer samples than one batch: take a smaller batch size")

    def suit(steps):
        left = min(steps, training)
        inside = training % left == 0 and validation % min(left, validation) == 0
        return inside and all(other % min(steps, other) == 0 for other in others)

    updates = range(1, -(-max(training, *others, 1) // accumulation) + 1)
    return max((n * accumulation for n in updates if suit(n * accumulation)), default=accumulation)


def fed_batch(batch):
    """Return a batch in the element types that the IPU supports, with tuples for lists as Keras has them."""
    if isinstance(batch, dict):
        return {key: fed_batch(part) for key, part in batch.items()}
    if isinstance(batch, (list, tuple)):
        return tuple(fed_batch(part) for part in batch)
    array = np.array(batch)
    if array.dtype.kind == "f":
        return array.astype("float32")
    return array.astype("int32") if array.dtype.kind in "iu" and array.dtype.itemsize > 1 else array


def dataset_of_sequence(sequence, steps, shuffle=False):
    """Return a dataset of the first `steps` batches of a Sequence; each epoch ends with `on_epoch_end`."""
    first = fed_batch(sequence[0])
    signature = tf.nest.map_structure(lambda array: tf.TensorSpec(array.shape, array.dtype), first)

    def batches():
        order = list(range(steps))
        if shuffle:
            random.shuffle(order)
        for index in order[:-1]:
            yield fed_batch(sequence[index])
        last = fed_batch(sequence[order[-1]])
        sequence.on_epoch_end()
        yield last

    dataset = tf.data.Dataset.from_generator(batches, output_signature=signature)
    return dataset.apply(tf.data.experimental.assert_cardinality(steps))


def dataset_of_first_rows(sequence, rows, batch_size):
    """Return a dataset of the first samples of a Sequence in batches of another size, read again in each epoch."""
    first = fed_batch(sequence[0])
    signature = tf.nest.map_structure(
        lambda array: tf.TensorSpec([None, *array.shape[1:]], array.dtype), first
    )

    def batches():
        for index in range(len(sequence) - 1):
            yield fed_batch(sequence[index])
        last = fed_batch(sequence[len(sequence) - 1])
        sequence.on_epoch_end()
        yield last

    dataset = tf.data.Dataset.from_generator(batches, output_signature=signature)
    dataset = dataset.unbatch().take(rows).batch(batch_size, drop_remainder=True)
    return dataset.apply(tf.data.experimental.assert_cardinality(rows // batch_size))


def dataset_of_rows(sequence, rows, batch_size):
    """Return a dataset of all samples of a Sequence in batches of another size, read again in each epoch."""
    first = fed_batch(sequence[0])
    signature = tf.nest.map_structure(
        lambda array: tf.TensorSpec([None, *array.shape[1:]], array.dtype), first
    )

    def batches():
        for index in range(len(sequence) - 1):
            yield fed_batch(sequence[index])
        last = fed_batch(sequence[len(sequence) - 1])
        sequence.on_epoch_end()
        yield last

    dataset = tf.data.Dataset.from_generator(batches, output_signature=signature)
    dataset = dataset.unbatch().batch(batch_size, drop_remainder=True)
    return dataset.apply(tf.data.experimental.assert_cardinality(rows // batch_size))


def dataset_of_generator(generator, steps, drop_remainder=False):
    """Return a dataset of the next `steps` batches of a generator per epoch; all have the shapes of the first."""
    first = fed_batch(next(generator))

    def is_short(batch):
        return len(tf.nest.flatten(batch)[0]) < len(tf.nest.flatten(first)[0])

    def read():
        yield first
        for batch in map(fed_batch, generator):
            if not (drop_remainder and is_short(batch)):
                yield batch

    def next_batches():
        for _, batch in zip(range(int(steps)), batches):
            yield batch

    batches = read()
    signature = tf.nest.map_structure(lambda array: tf.TensorSpec(array.shape, array.dtype), first)
    dataset = tf.data.Dataset.from_generator(next_batches, output_signature=signature)
    return dataset.apply(tf.data.experimental.assert_cardinality(int(steps)))


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


class Batches(keras.utils.Sequence):
    def __init__(self, x, y, batch_size):
        self.x, self.y, self.batch_size = x, y, batch_size

    def __len__(self):
        return int(np.ceil(len(self.x) / self.batch_size))

    def __getitem__(self, index):
        part = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return self.x[part], self.y[part]


def batches(size):
    while True:
        yield np.random.rand(size, 4).astype("float32"), np.random.rand(size).astype("float32")


train = Batches(np.load("x.npy"), np.load("y.npy"), 32)
test = Batches(np.load("u.npy"), np.load("v.npy"), 32)
with strategy.scope():
    model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 1])
    model.compile("sgd", "mse", steps_per_execution=suitable_accumulated_steps(4, len(train.x) // train.batch_size * 4, len(test.x) // 2 // dividing_batch_size(len(test.x) // 2, test.batch_size) * 2, -(-(len(test.x) // dividing_batch_size(len(test.x), test.batch_size)) // 2) * 2))
    model.set_pipelining_options(gradient_accumulation_steps_per_replica=4, accumulate_outfeed=True, gradient_accumulation_reduction_method="mean")
model.fit(micro_batches(dataset_of_sequence(train, len(train.x) // train.batch_size, shuffle=True), 4), epochs=2, validation_data=dataset_of_first_rows(test, len(test.x) // 2 * 2, dividing_batch_size(len(test.x) // 2, test.batch_size)))
model.evaluate(dataset_of_first_rows(test, len(test.x) // 2 * 2, dividing_batch_size(len(test.x) // 2, test.batch_size)))
predict_all_batches(model, dataset_of_rows(test, len(test.x), dividing_batch_size(len(test.x), test.batch_size)), batches=2)
with strategy.scope():
    other = keras.Sequential([layers.Dense(4), layers.Dense(1)])
    other.set_pipeline_stage_assignment([0, 1])
    other.compile("sgd", "mse", steps_per_execution=100)
    other.set_pipelining_options(gradient_accumulation_steps_per_replica=4, accumulate_outfeed=True, gradient_accumulation_reduction_method="mean")
other.fit(micro_batches(dataset_of_generator(batches(32), 25, drop_remainder=True), 4), steps_per_epoch=25 * 4, epochs=2, validation_data=micro_batches(dataset_of_generator(batches(32), 5), 2), validation_steps=5 * 2)
other.evaluate(micro_batches(dataset_of_generator(batches(32), 7), 2), steps=7 * 2)
