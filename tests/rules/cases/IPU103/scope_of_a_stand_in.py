# flags: --all-rules
import contextlib

import tensorflow as tf
from tensorflow import keras

gpus = tf.config.list_physical_devices("GPU")
strategy = tf.distribute.MirroredStrategy()
with strategy.scope() if len(gpus) > 1 else contextlib.nullcontext():
    model = keras.Sequential([keras.layers.Dense(1)])
with strategy.scope() if strategy is not None else tf.device("/cpu:0"):
    model = keras.Sequential([keras.layers.Dense(1)])
# output
import contextlib

import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

gpus = tf.config.list_physical_devices("GPU")
ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
# gpu2ipu: IPU103 `strategy.scope() if len(gpus) > 1 else contextlib.nullcontext()` may be no scope of the IPUStrategy: enter that in every case
with strategy.scope() if len(gpus) > 1 else contextlib.nullcontext():
    model = keras.Sequential([keras.layers.Dense(1)])
with strategy.scope() if strategy is not None else tf.device("/cpu:0"):
    model = keras.Sequential([keras.layers.Dense(1)])
