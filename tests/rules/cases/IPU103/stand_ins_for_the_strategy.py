# flags: --all-rules
import contextlib
import sys

import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu


class NoStrategy:
    def __init__(self):
        self.scope = contextlib.nullcontext


def strategy_for(on_cpu):
    if on_cpu:
        return NoStrategy()
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 1
    config.configure_ipu_system()
    return ipu.ipu_strategy.IPUStrategy()


strategy = strategy_for("--cpu" in sys.argv)
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
scope = contextlib.nullcontext() if "--cpu" in sys.argv else strategy.scope()
with scope:
    model = keras.Sequential([keras.layers.Dense(1)])
with strategy.scope() if "--cpu" not in sys.argv else tf.device("/cpu:0"):
    model = keras.Sequential([keras.layers.Dense(1)])
