import numpy as np
from tensorflow import keras
from tensorflow.keras.preprocessing.image import ImageDataGenerator

x, y = np.load("x.npy"), np.load("y.npy")
images = ImageDataGenerator(horizontal_flip=True)
halves = ImageDataGenerator(validation_split=0.5)

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(images.flow(x, y, batch_size=20), epochs=2)
model.fit_generator(images.flow(x, y), steps_per_epoch=len(x) // 32, epochs=2)
model.fit(images.flow(x, y, 16), steps_per_epoch=x.shape[0] // 16, validation_data=images.flow(x, y))
model.fit(halves.flow(x, y, subset="training"))
# output
import random

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.preprocessing.image import ImageDataGenerator


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


x, y = np.load("x.npy"), np.load("y.npy")
images = ImageDataGenerator(horizontal_flip=True)
halves = ImageDataGenerator(validation_split=0.5)

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
model.compile("sgd", "mse")
train_batches = images.flow(x, y, batch_size=20)
model.fit(dataset_of_sequence(train_batches, len(x) // 20, shuffle=True), epochs=2)
train_batches = images.flow(x, y)
model.fit(dataset_of_sequence(train_batches, len(x) // 32, shuffle=True), steps_per_epoch=len(x) // 32, epochs=2)
train_batches = images.flow(x, y, 16)
validation_batches = images.flow(x, y)
model.fit(dataset_of_sequence(train_batches, x.shape[0] // 16, shuffle=True), steps_per_epoch=x.shape[0] // 16, validation_data=dataset_of_rows(validation_batches, len(x), even_batch_size(len(x), 32)))
train_batches = halves.flow(x, y, subset="training")
model.fit(dataset_of_sequence(train_batches, train_batches.n // train_batches.batch_size, shuffle=True))
