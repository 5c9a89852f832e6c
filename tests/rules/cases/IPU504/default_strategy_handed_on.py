# flags: --all-rules
import tensorflow as tf
from tensorflow import keras


def default():
    return tf.distribute.get_strategy()


def build(strategy):
    with strategy.scope():
        return keras.Sequential([keras.layers.Dense(1)])


build(default())
build(strategy=tf.distribute.get_strategy())
with (chosen := tf.distribute.get_strategy()).scope():
    model = keras.Sequential([keras.layers.Dense(tf.distribute.get_strategy().num_replicas_in_sync)])
# output
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu


def default():
    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.configure_ipu_system()

    return ipu.ipu_strategy.IPUStrategy()


def build(strategy):
    with strategy.scope():
        return keras.Sequential([keras.layers.Dense(1)])


build(default())

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()

build(strategy=ipu.ipu_strategy.IPUStrategy())
with (chosen := ipu.ipu_strategy.IPUStrategy()).scope():
    model = keras.Sequential([keras.layers.Dense(tf.distribute.get_strategy().num_replicas_in_sync)])
