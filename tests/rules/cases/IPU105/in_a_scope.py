# flags: --select IPU101,IPU102,IPU504,IPU105
import tensorflow as tf
from tensorflow import keras

(x, y), _ = keras.datasets.mnist.load_data()
train = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True)
strategy = tf.distribute.MirroredStrategy()


def first(dataset):
    return next(iter(dataset))[0]


with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
    model.build(first(train).shape)
    labels = [label for _, label in train]
# output
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

(x, y), _ = keras.datasets.mnist.load_data()
train = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True)
ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy(enable_dataset_iterators=False)


def first(dataset):
    return next(iter(dataset))[0]


with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
    model.build(first(train).shape)
    labels = [label for _, label in train]
