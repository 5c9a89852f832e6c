# flags: --select IPU202,IPU203,IPU204,IPU205,IPU210
import numpy as np
from tensorflow import keras


def batches():
    while True:
        yield np.random.rand(32, 4), np.random.rand(32)


model = keras.models.load_model("model.h5")
model.fit(batches(), steps_per_epoch=int(input()))
# output
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


def batches():
    while True:
        yield np.random.rand(32, 4), np.random.rand(32)


model = keras.models.load_model("model.h5")
train_batches = batches()
steps_per_epoch = int(input())
model.fit(dataset_of_generator(train_batches, steps_per_epoch, drop_remainder=True), steps_per_epoch=steps_per_epoch)
