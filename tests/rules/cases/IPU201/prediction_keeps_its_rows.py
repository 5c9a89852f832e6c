import sys

import tensorflow as tf

rows = int(sys.argv[1])
data = tf.data.Dataset.from_tensor_slices(tf.zeros((100, 4)))
unknown = tf.data.Dataset.from_tensor_slices(tf.zeros((rows, 4))).map(lambda row: row + 1)
model = tf.keras.models.load_model("model.h5")
print(model.predict(data.batch(32)))
print(model.predict(unknown.batch(32)))
# output
import sys

import tensorflow as tf


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`, so that no batch is partial."""
    below = max(size for size in range(1, min(rows, batch_size) + 1) if rows % size == 0)
    above = [size for size in range(batch_size + 1, 4 * batch_size + 1) if rows % size == 0]
    return above[0] if above and 4 * below < min(rows, batch_size) else below


rows = int(sys.argv[1])
data = tf.data.Dataset.from_tensor_slices(tf.zeros((100, 4)))
unknown = tf.data.Dataset.from_tensor_slices(tf.zeros((rows, 4))).map(lambda row: row + 1)
model = tf.keras.models.load_model("model.h5")
print(model.predict(data.batch(25, drop_remainder=True)))
print(model.predict(unknown.batch(even_batch_size(len(unknown), 32), drop_remainder=True)))
