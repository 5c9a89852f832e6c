# flags: --all-rules
import numpy as np
from tensorflow import keras


class Rows(keras.utils.Sequence):
    def __init__(self, x, y, batch_size):
        self.x, self.y, self.batch_size = x, y, batch_size

    def __len__(self):
        return int(np.ceil(len(self.x) / self.batch_size))

    def __getitem__(self, index):
        part = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return self.x[part], self.y[part]


class Trainer:
    def __init__(self, size):
        self.model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
        self.model.compile("sgd", "mse")
        self.size = size

    def train(self, x, y):
        batches = Rows(x, y, self.size)
        self.model.fit(batches, epochs=2)

    def predict(self, x, y):
        rows = Rows(x, y, self.size)
        return self.model.predict(rows)


x, y = np.load("x.npy").astype("float32"), np.load("y.npy").astype("float32")
trainer = Trainer(32)
trainer.train(x, y)
print(trainer.predict(x, y).shape)
# output
import random

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu


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


def dividing_batch_size(rows, batch_size):
    """Return a batch size that divides `rows`, so that no batch is partial: near `batch_size`, else smaller."""
    below = max(size for size in range(1, min(rows, batch_size) + 1) if rows % size == 0)
    above = [size for size in range(batch_size + 1, 4 * batch_size + 1) if rows % size == 0]
    return above[0] if above and 2 * below < min(rows, batch_size) else below


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


class Rows(keras.utils.Sequence):
    def __init__(self, x, y, batch_size):
        self.x, self.y, self.batch_size = x, y, batch_size

    def __len__(self):
        return int(np.ceil(len(self.x) / self.batch_size))

    def __getitem__(self, index):
        part = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return self.x[part], self.y[part]


class Trainer:
    def __init__(self, size):
        self.model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
        # gpu2ipu: IPU301 `compile` without `steps_per_execution`: each execution runs a single batch; the step count of `self.model.fit` is not known at `compile()`
        self.model.compile("sgd", "mse")
        self.size = size

    def train(self, x, y):
        batches = Rows(x, y, self.size)
        self.model.fit(dataset_of_sequence(batches, len(batches.x) // batches.batch_size, shuffle=True), epochs=2)

    def predict(self, x, y):
        rows = Rows(x, y, self.size)
        return self.model.predict(dataset_of_rows(rows, len(rows.x), dividing_batch_size(len(rows.x), rows.batch_size)))


x, y = np.load("x.npy").astype("float32"), np.load("y.npy").astype("float32")
with strategy.scope():
    trainer = Trainer(32)
trainer.train(x, y)
print(trainer.predict(x, y).shape)
