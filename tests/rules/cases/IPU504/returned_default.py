# flags: --select IPU504,IPU102,IPU501
import tensorflow as tf


def choose():
    if len(tf.config.list_physical_devices("GPU")) > 1:
        return tf.distribute.MirroredStrategy()
    return tf.distribute.get_strategy()


def current():
    return tf.distribute.get_strategy()


strategy = choose()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf
from tensorflow.python import ipu


def choose():
    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.configure_ipu_system()

    if len(tf.config.list_physical_devices("GPU")) > 1:
        return ipu.ipu_strategy.IPUStrategy()
    return ipu.ipu_strategy.IPUStrategy()


def current():
    return tf.distribute.get_strategy()


strategy = choose()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
