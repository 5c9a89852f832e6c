import numpy as np
from tensorflow import keras

x, y = np.random.rand(330, 28, 28, 1), np.random.rand(330)
images = keras.preprocessing.image.ImageDataGenerator(rotation_range=10)
model = keras.models.load_model("model.h5")
rows = images.flow(x, y, batch_size=32)
model.fit(rows, steps_per_epoch=len(x) // 32)
model.evaluate(rows)
# output
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


def dividing_batch_size(rows, batch_size):
    """Return a batch size that divides `rows`, so that no batch is partial: near `batch_size`, else smaller."""
    below = max(size for size in range(1, min(rows, batch_size) + 1) if rows % size == 0)
    above = [size for size in range(batch_size + 1, 4 * batch_size + 1) if rows % size == 0]
    return above[0] if above and 2 * below < min(rows, batch_size) else below


x, y = np.random.rand(330, 28, 28, 1), np.random.rand(330)
images = keras.preprocessing.image.ImageDataGenerator(rotation_range=10)
model = keras.models.load_model("model.h5")
rows = images.flow(x, y, batch_size=32)
model.fit(dataset_of_sequence(rows, len(x) // 32, shuffle=True), steps_per_epoch=len(x) // 32)
model.evaluate(dataset_of_rows(rows, len(x), dividing_batch_size(len(x), 32)))
