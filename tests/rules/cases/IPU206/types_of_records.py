import tensorflow as tf
from tensorflow import keras

FEATURES = {
    "x": tf.io.FixedLenFeature([4], tf.float32),
    "label": tf.io.FixedLenFeature([], tf.int64),
}


def parsed(record):
    example = tf.io.parse_single_example(record, FEATURES)
    return example["x"], example["label"]


def parsed_and_cast(record):
    example = tf.io.parse_single_example(record, FEATURES)
    return example["x"], tf.cast(example["label"], tf.int32)


def loaded(name, label):
    x, y = tf.numpy_function(load, [name, label], [tf.float32, tf.int64])
    x.set_shape((4,))
    return x, y


def read(line):
    parts = tf.strings.split(line, ",")
    return tf.strings.to_number(parts[:4]), tf.strings.to_number(parts[4], tf.int64)


model = keras.Sequential([keras.layers.Dense(3)])
records = tf.data.TFRecordDataset("a.tfrecord")
model.fit(records.map(parsed).batch(32), steps_per_epoch=20)
model.fit(records.map(parsed_and_cast).batch(32), steps_per_epoch=20)
names = tf.data.Dataset.from_tensor_slices((["a", "b"], [0, 1]))
model.fit(names.map(loaded).batch(2), steps_per_epoch=20)
model.fit(tf.data.TextLineDataset("a.csv").map(read).batch(2), steps_per_epoch=20)
# output
import tensorflow as tf
from tensorflow import keras

FEATURES = {
    "x": tf.io.FixedLenFeature([4], tf.float32),
    "label": tf.io.FixedLenFeature([], tf.int64),
}


def parsed(record):
    example = tf.io.parse_single_example(record, FEATURES)
    return example["x"], example["label"]


def parsed_and_cast(record):
    example = tf.io.parse_single_example(record, FEATURES)
    return example["x"], tf.cast(example["label"], tf.int32)


def loaded(name, label):
    x, y = tf.numpy_function(load, [name, label], [tf.float32, tf.int64])
    x.set_shape((4,))
    return x, y


def read(line):
    parts = tf.strings.split(line, ",")
    return tf.strings.to_number(parts[:4]), tf.strings.to_number(parts[4], tf.int64)


model = keras.Sequential([keras.layers.Dense(3)])
records = tf.data.TFRecordDataset("a.tfrecord")
model.fit(records.map(parsed).batch(32).map(lambda x, y: (x, tf.cast(y, tf.int32))), steps_per_epoch=20)
model.fit(records.map(parsed_and_cast).batch(32), steps_per_epoch=20)
names = tf.data.Dataset.from_tensor_slices((["a", "b"], [0, 1]))
model.fit(names.map(loaded).batch(2).map(lambda x, y: (x, tf.cast(y, tf.int32))), steps_per_epoch=20)
model.fit(tf.data.TextLineDataset("a.csv").map(read).batch(2).map(lambda x, y: (x, tf.cast(y, tf.int32))), steps_per_epoch=20)
