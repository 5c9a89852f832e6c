import sys

import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu


class NoStrategy:
    def scope(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


def made(several):
    if not several:
        return NoStrategy()
    return tf.distribute.MirroredStrategy()


class Trainer:
    def __init__(self, several):
        if several:
            self.strategy = tf.distribute.MirroredStrategy()
        else:
            self.strategy = NoStrategy()


with made(len(sys.argv) > 1).scope():
    model = keras.Sequential([keras.layers.Dense(1)])
with Trainer(len(sys.argv) > 1).strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
# output
import sys

import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu


class NoStrategy:
    def scope(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


def made(several):
    if not several:
        return ipu.ipu_strategy.IPUStrategy()
    return ipu.ipu_strategy.IPUStrategy()


class Trainer:
    def __init__(self, several):
        if several:
            self.strategy = ipu.ipu_strategy.IPUStrategy()
        else:
            self.strategy = ipu.ipu_strategy.IPUStrategy()


with made(len(sys.argv) > 1).scope():
    model = keras.Sequential([keras.layers.Dense(1)])
with Trainer(len(sys.argv) > 1).strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
