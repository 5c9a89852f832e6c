import tensorflow as tf
from tensorflow import keras

LENGTH = 21


def windows_of(series, size):
    data = tf.data.Dataset.from_tensor_slices(series).window(size + 1, shift=2, drop_remainder=True)
    return data.flat_map(lambda part: part.batch(size + 1))


def join(part):
    return part.batch(21)


def pairs(x, y):
    return tf.data.Dataset.zip((x.batch(8), y.batch(8, drop_remainder=False)))


series = tf.range(600.0)
fed = windows_of(series, 20).batch(32, drop_remainder=True)
named = tf.data.Dataset.from_tensor_slices(series).window(LENGTH, 1, 1, True)
named = named.interleave(map_func=join, cycle_length=2).batch(32, drop_remainder=True)
short = tf.data.Dataset.from_tensor_slices((series, series)).window(8).flat_map(pairs)
larger = tf.data.Dataset.from_tensor_slices(series).window(4).flat_map(lambda part: part.batch(10))
whole = tf.data.Dataset.from_tensor_slices(series).window(5)
whole = whole.flat_map(lambda part: part.batch(5, drop_remainder=True))
lines = tf.data.Dataset.list_files("*.txt").interleave(lambda name: tf.data.TextLineDataset(name).batch(8))
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(fed, steps_per_epoch=9)
model.fit(named, steps_per_epoch=9)
# output
import tensorflow as tf
from tensorflow import keras

LENGTH = 21


def windows_of(series, size):
    data = tf.data.Dataset.from_tensor_slices(series).window(size + 1, shift=2, drop_remainder=True)
    return data.flat_map(lambda part: part.batch(size + 1, drop_remainder=True))


def join(part):
    return part.batch(21, drop_remainder=True)


def pairs(x, y):
    return tf.data.Dataset.zip((x.batch(8, drop_remainder=True), y.batch(8, drop_remainder=True)))


series = tf.range(600.0)
fed = windows_of(series, 20).batch(32, drop_remainder=True)
named = tf.data.Dataset.from_tensor_slices(series).window(LENGTH, 1, 1, True)
named = named.interleave(map_func=join, cycle_length=2).batch(32, drop_remainder=True)
short = tf.data.Dataset.from_tensor_slices((series, series)).window(8).flat_map(pairs)
# gpu2ipu: IPU201 the length of a window is not static without `drop_remainder=True`, which would drop windows of fewer elements: use their own number
larger = tf.data.Dataset.from_tensor_slices(series).window(4).flat_map(lambda part: part.batch(10))
whole = tf.data.Dataset.from_tensor_slices(series).window(5)
whole = whole.flat_map(lambda part: part.batch(5, drop_remainder=True))
lines = tf.data.Dataset.list_files("*.txt").interleave(lambda name: tf.data.TextLineDataset(name).batch(8))
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(fed, steps_per_epoch=9)
model.fit(named, steps_per_epoch=9)
