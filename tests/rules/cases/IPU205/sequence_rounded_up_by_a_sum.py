import numpy as np
from tensorflow import keras


class Rows(keras.utils.Sequence):
    def __init__(self, x, y, batch_size):
        self.x, self.y, self.batch_size = x, y, batch_size

    def __len__(self):
        return (len(self.x) + self.batch_size - 1) // self.batch_size

    def __getitem__(self, index):
        rows = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return self.x[rows], self.y[rows]


rows = Rows(np.random.rand(330, 4), np.random.rand(330), 32)
def evaluate(model, held):
    model.evaluate(x=held)


evaluate(keras.models.load_model("model.h5"), rows)
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


class Rows(keras.utils.Sequence):
    def __init__(self, x, y, batch_size):
        self.x, self.y, self.batch_size = x, y, batch_size

    def __len__(self):
        return (len(self.x) + self.batch_size - 1) // self.batch_size

    def __getitem__(self, index):
        rows = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return self.x[rows], self.y[rows]


rows = Rows(np.random.rand(330, 4), np.random.rand(330), 32)
def evaluate(model, held):
    model.evaluate(x=dataset_of_rows(held, len(held.x), dividing_batch_size(len(held.x), held.batch_size)))


evaluate(keras.models.load_model("model.h5"), rows)
