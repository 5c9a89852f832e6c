import pickle

import numpy as np
import pandas as pd
import tensorflow as tf

rng = np.random.default_rng(0)
Dataset = tf.data.Dataset
x, y = rng.random((320, 5)).astype("float32"), rng.integers(0, 3, 320)


class Data:
    def __init__(self):
        self.x = rng.random((320, 5)).astype("float32")
        self.y = rng.integers(0, 3, 320)

    def dataset(self):
        return Dataset.from_tensor_slices((self.x, self.y)).batch(32)


def shuffled(ds):
    return ds.shuffle(100, seed=1).batch(32)


def parse(row):
    part = tf.io.parse_single_example(
        row, {"x": tf.io.FixedLenFeature([5], tf.float32), "y": tf.io.FixedLenFeature([], tf.int64)}
    )
    return part["x"], part["y"]


one, other = Dataset.from_tensor_slices((x[:160], y[:160])), Dataset.from_tensor_slices((x[160:], y[160:]))
marked = np.array([int(row.sum() > 2.5) for row in x])
column = np.array([[i % 3 if j else 0 for j in range(2)] for i in range(320)])[:, 1]
signature = (tf.TensorSpec((5,), tf.float32), tf.TensorSpec((), tf.int64))
frame = pd.DataFrame(x, columns=list("abcde"))
frame["target"] = y
labels = frame.pop("target")
table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([0, 1], tf.constant([1, 0], tf.int64)), -1)
a, b = pickle.loads(pickle.dumps((x, y)))
(x_train, x_valid), (y_train, y_valid) = np.split(x, [200]), np.split(y, [200])
halves = np.array_split(y, 2)

model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(Data().dataset())
model.fit(shuffled(one))
model.fit(tf.data.experimental.sample_from_datasets([one, other]).batch(32))
model.fit(Dataset.from_tensor_slices((x, marked)).batch(32))
model.fit(Dataset.from_tensor_slices((x, column)).batch(32))
model.fit(Dataset.from_generator(read, output_signature=signature).batch(32))
model.fit(Dataset.from_generator(read, output_types=(tf.float32, tf.int64)).batch(32))
model.fit(Dataset.zip((Dataset.from_tensor_slices(x), Dataset.range(320).map(lambda i: i % 3))).batch(32))
model.fit(Dataset.from_tensor_slices(rows).map(parse).batch(32))
model.fit(Dataset.from_tensor_slices((x, hot)).map(lambda x, y: (x, tf.argmax(y))).batch(32))
model.fit(one.concatenate(other).batch(32))
model.fit(Dataset.range(2).interleave(lambda i: Dataset.from_tensor_slices((x, y)), cycle_length=2).batch(32))
model.fit(frame.values, labels)
model.fit(Dataset.from_tensor_slices((frame.values, labels)).batch(32))
model.fit(Dataset.from_tensor_slices((x, marked)).map(lambda x, y: (x, table.lookup(y))).batch(32))
model.fit(Dataset.from_tensor_slices((a, b)).batch(32))
model.fit(Dataset.from_tensor_slices((x_train, y_train)).batch(32))
model.fit(x[:160], halves[0], validation_data=(x_valid, np.vsplit(y.reshape(-1, 1), [200])[1]))
# output
import pickle

import numpy as np
import pandas as pd
import tensorflow as tf

rng = np.random.default_rng(0)
Dataset = tf.data.Dataset
x, y = rng.random((320, 5)).astype("float32"), rng.integers(0, 3, 320)


class Data:
    def __init__(self):
        self.x = rng.random((320, 5)).astype("float32")
        self.y = rng.integers(0, 3, 320)

    def dataset(self):
        return Dataset.from_tensor_slices((self.x, self.y)).batch(32)


def shuffled(ds):
    return ds.shuffle(100, seed=1).batch(32)


def parse(row):
    part = tf.io.parse_single_example(
        row, {"x": tf.io.FixedLenFeature([5], tf.float32), "y": tf.io.FixedLenFeature([], tf.int64)}
    )
    return part["x"], part["y"]


one, other = Dataset.from_tensor_slices((x[:160], y[:160])), Dataset.from_tensor_slices((x[160:], y[160:]))
marked = np.array([int(row.sum() > 2.5) for row in x])
column = np.array([[i % 3 if j else 0 for j in range(2)] for i in range(320)])[:, 1]
signature = (tf.TensorSpec((5,), tf.float32), tf.TensorSpec((), tf.int64))
frame = pd.DataFrame(x, columns=list("abcde"))
frame["target"] = y
labels = frame.pop("target")
table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([0, 1], tf.constant([1, 0], tf.int64)), -1)
a, b = pickle.loads(pickle.dumps((x, y)))
(x_train, x_valid), (y_train, y_valid) = np.split(x, [200]), np.split(y, [200])
halves = np.array_split(y, 2)

model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(Data().dataset().map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(shuffled(one).map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(tf.data.experimental.sample_from_datasets([one, other]).batch(32).map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(Dataset.from_tensor_slices((x, marked)).batch(32).map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(Dataset.from_tensor_slices((x, column)).batch(32).map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(Dataset.from_generator(read, output_signature=signature).batch(32).map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(Dataset.from_generator(read, output_types=(tf.float32, tf.int64)).batch(32).map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(Dataset.zip((Dataset.from_tensor_slices(x), Dataset.range(320).map(lambda i: i % 3))).batch(32).map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(Dataset.from_tensor_slices(rows).map(parse).batch(32).map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(Dataset.from_tensor_slices((x, hot)).map(lambda x, y: (x, tf.argmax(y))).batch(32).map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(one.concatenate(other).batch(32).map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(Dataset.range(2).interleave(lambda i: Dataset.from_tensor_slices((x, y)), cycle_length=2).batch(32).map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(frame.values.astype("float32"), labels.astype("int32"))
model.fit(Dataset.from_tensor_slices((frame.values, labels)).batch(32).map(lambda x, y: (tf.cast(x, tf.float32), tf.cast(y, tf.int32))))
model.fit(Dataset.from_tensor_slices((x, marked)).map(lambda x, y: (x, table.lookup(y))).batch(32).map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(Dataset.from_tensor_slices((a, b)).batch(32).map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(Dataset.from_tensor_slices((x_train, y_train)).batch(32).map(lambda x, y: (x, tf.cast(y, tf.int32))))
model.fit(x[:160], halves[0].astype("int32"), validation_data=(x_valid, np.vsplit(y.reshape(-1, 1), [200])[1].astype("int32")))
