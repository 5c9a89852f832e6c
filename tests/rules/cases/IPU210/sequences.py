# flags: --select IPU202,IPU203,IPU204,IPU205,IPU210
import math

import numpy as np
from tensorflow import keras


class Rows(keras.utils.Sequence):
    def __init__(self, x, y, batch_size):
        self.x, self.y, self.batch_size = x, y, batch_size

    def __len__(self):
        return math.ceil(len(self.x) / self.batch_size)

    def __getitem__(self, index):
        rows = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return self.x[rows], self.y[rows]


x, y = np.random.rand(330, 4).astype("float32"), np.random.rand(330).astype("float32")
model = keras.models.load_model("model.h5")
history = model.fit(
    Rows(
        x, y, 32  # small ones
    ),
    epochs=2,
    validation_data=Rows(x[:100], y[:100], 32),
).history
print(model.evaluate(Rows(x, y, 32)), len(history))
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


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


def dividing_batch_size(rows, batch_size):
    """Return a batch size that divides `rows`, so that no batch is partial: near `batch_size`, else smaller."""
    below = max(size for size in range(1, min(rows, batch_size) + 1) if rows % size == 0)
    above = [size for size in range(batch_size + 1, 4 * batch_size + 1) if rows % size == 0]
    return above[0] if above and 2 * below < min(rows, batch_size) else below


class Rows(keras.utils.Sequence):
    def __init__(self, x, y, batch_size):
        self.x, self.y, self.batch_size = x, y, batch_size

    def __len__(self):
        return math.ceil(len(self.x) / self.batch_size)

    def __getitem__(self, index):
        rows = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return self.x[rows], self.y[rows]


x, y = np.random.rand(330, 4).astype("float32"), np.random.rand(330).astype("float32")
model = keras.models.load_model("model.h5")
train_batches = Rows(
        x, y, 32  # small ones
    )
validation_batches = Rows(x[:100], y[:100], 32)
history = model.fit(
    dataset_of_sequence(train_batches, len(train_batches.x) // train_batches.batch_size, shuffle=True),
    epochs=2,
    validation_data=dataset_of_rows(validation_batches, len(validation_batches.x), even_batch_size(len(validation_batches.x), validation_batches.batch_size)),
).history
test_batches = Rows(x, y, 32)
print(model.evaluate(dataset_of_rows(test_batches, len(test_batches.x), dividing_batch_size(len(test_batches.x), test_batches.batch_size))), len(history))
