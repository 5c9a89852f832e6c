# flags: --gradient-accumulation 4 --all-rules
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers


class Batches(keras.utils.Sequence):
    def __init__(self, x, y, batch_size):
        self.x, self.y, self.batch_size = x, y, batch_size

    def __len__(self):
        return len(self.x) // self.batch_size

    def __getitem__(self, index):
        part = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return self.x[part], self.y[part]


def batches(size):
    while True:
        yield np.random.rand(size, 4).astype("float32"), np.random.rand(size).astype("float32")


train = Batches(np.load("x.npy"), np.load("y.npy"), 32)
model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train, epochs=2)
model.evaluate(train)
other = keras.Sequential([layers.Dense(1)])
other.compile("sgd", "mse")
other.fit_generator(batches(32), steps_per_epoch=25, epochs=2)
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
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


class Batches(keras.utils.Sequence):
    def __init__(self, x, y, batch_size):
        self.x, self.y, self.batch_size = x, y, batch_size

    def __len__(self):
        return len(self.x) // self.batch_size

    def __getitem__(self, index):
        part = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return self.x[part], self.y[part]


def batches(size):
    while True:
        yield np.random.rand(size, 4).astype("float32"), np.random.rand(size).astype("float32")


train = Batches(np.load("x.npy"), np.load("y.npy"), 32)
with strategy.scope():
    model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=max(len(train) * 4, -(-len(train) // 4) * 4))
    model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=4, gradient_accumulation_reduction_method="mean")
model.fit(micro_batches(dataset_of_sequence(train, len(train), shuffle=True), 4), epochs=2)
model.evaluate(dataset_of_sequence(train, len(train)))
with strategy.scope():
    other = keras.Sequential([layers.Dense(1)])
    other.compile("sgd", "mse", steps_per_execution=100)
    other.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=4, gradient_accumulation_reduction_method="mean")
other.fit(micro_batches(dataset_of_generator(batches(32), 25, drop_remainder=True), 4), steps_per_epoch=25 * 4, epochs=2)
