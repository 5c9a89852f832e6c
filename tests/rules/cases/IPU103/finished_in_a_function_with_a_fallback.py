# flags: --all-rules
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu


def get_strategy(use_ipu):
    if not use_ipu:
        return tf.distribute.get_strategy()
    cfg = ipu.config.IPUConfig()
    cfg.auto_select_ipus = 1
    cfg.configure_ipu_system()
    return ipu.ipu_strategy.IPUStrategy()


strategy = get_strategy(True)
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(3)])
    model.compile(loss="mse", steps_per_execution=4)
