# flags: --select IPU504,IPU102
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.strategy = tf.distribute.MirroredStrategy()
        with self.strategy.scope():
            self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


Trainer()
# output
import tensorflow as tf
from tensorflow.python import ipu


class Trainer:
    def __init__(self):
        ipu_config = ipu.config.IPUConfig()
        ipu_config.auto_select_ipus = 1
        ipu_config.configure_ipu_system()
        self.strategy = ipu.ipu_strategy.IPUStrategy()
        with self.strategy.scope():
            self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


Trainer()
