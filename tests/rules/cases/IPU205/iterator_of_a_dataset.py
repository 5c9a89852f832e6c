import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.zeros((320, 4)), tf.zeros(320))).batch(32)
model = tf.keras.models.load_model("model.h5")
model.fit(data.as_numpy_iterator(), steps_per_epoch=10)
# output
import numpy as np
import tensorflow as tf


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


data = tf.data.Dataset.from_tensor_slices((tf.zeros((320, 4)), tf.zeros(320))).batch(32)
model = tf.keras.models.load_model("model.h5")
model.fit(dataset_of_generator(data.as_numpy_iterator(), 10, drop_remainder=True), steps_per_epoch=10)
