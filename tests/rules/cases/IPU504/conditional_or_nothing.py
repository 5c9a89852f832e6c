import contextlib

import tensorflow as tf
from tensorflow import keras

gpus = tf.config.list_physical_devices("GPU")
strategy = tf.distribute.MirroredStrategy() if len(gpus) > 1 else None
with strategy.scope() if strategy else contextlib.nullcontext():
    model = keras.Sequential([keras.layers.Dense(1)])
# output
import contextlib

import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

gpus = tf.config.list_physical_devices("GPU")
strategy = ipu.ipu_strategy.IPUStrategy() if len(gpus) > 1 else ipu.ipu_strategy.IPUStrategy()
with strategy.scope() if strategy else contextlib.nullcontext():
    model = keras.Sequential([keras.layers.Dense(1)])
