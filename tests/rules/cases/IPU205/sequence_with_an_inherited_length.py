import math

import numpy as np
from tensorflow import keras


class Rows(keras.utils.Sequence):
    def __init__(self, rows, size):
        self.rows, self.size = rows, size

    def __len__(self):
        return math.ceil(len(self.rows) / self.size)


class Halves(Rows):
    def __getitem__(self, i):
        part = self.rows[i * self.size : (i + 1) * self.size]
        return part[:, :3], part[:, 3:]


rows = Halves(np.load("rows.npy"), 16)
model = keras.Sequential([keras.layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(rows)
# output
import math
import random

import numpy as np
import tensorflow as tf
from tensorflow import keras


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


class Rows(keras.utils.Sequence):
    def __init__(self, rows, size):
        self.rows, self.size = rows, size

    def __len__(self):
        return math.ceil(len(self.rows) / self.size)


class Halves(Rows):
    def __getitem__(self, i):
        part = self.rows[i * self.size : (i + 1) * self.size]
        return part[:, :3], part[:, 3:]


rows = Halves(np.load("rows.npy"), 16)
model = keras.Sequential([keras.layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(dataset_of_sequence(rows, len(rows.rows) // rows.size, shuffle=True))
