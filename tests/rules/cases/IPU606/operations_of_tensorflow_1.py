import tensorflow as tf
from tensorflow import decode_csv, sparse_tensor_to_dense as dense
from tensorflow import keras


def parse(example):
    parsed = tf.parse_single_example(example, {"image": tf.VarLenFeature(tf.float32)})
    return tf.random_crop(tf.reshape(dense(parsed["image"]), (8, 8, 1)), (6, 6, 1))


with tf.python_io.TFRecordWriter("a.tfrecord") as writer:
    writer.write(b"")
lines = tf.data.TextLineDataset("a.csv").map(lambda line: decode_csv(line, [[0.0], [0.0]]))
number = tf.string_to_number(tf.string_join(["1", "5"]))
kept = tf.sparse_retain(tf.sparse_reorder(number), tf.diag([1.0]))
tf.where_v2(tf.bincount([1]) > 0, tf.fft(number), tf.regex_replace("a", "b", "c"))
model = keras.Sequential([keras.layers.Dense(1)])
# output
import tensorflow as tf
from tensorflow.compat.v1 import decode_csv
from tensorflow.sparse import to_dense as dense
from tensorflow import keras


def parse(example):
    parsed = tf.io.parse_single_example(example, {"image": tf.io.VarLenFeature(tf.float32)})
    return tf.image.random_crop(tf.reshape(dense(parsed["image"]), (8, 8, 1)), (6, 6, 1))


with tf.compat.v1.python_io.TFRecordWriter("a.tfrecord") as writer:
    writer.write(b"")
lines = tf.data.TextLineDataset("a.csv").map(lambda line: decode_csv(line, [[0.0], [0.0]]))
number = tf.compat.v1.string_to_number(tf.strings.join(["1", "5"]))
kept = tf.sparse.retain(tf.sparse.reorder(number), tf.linalg.tensor_diag([1.0]))
tf.where(tf.math.bincount([1]) > 0, tf.signal.fft(number), tf.strings.regex_replace("a", "b", "c"))
model = keras.Sequential([keras.layers.Dense(1)])
