# flags: --replicas 4 --select IPU102,IPU310,IPU311,IPU504,IPU512
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.strategy = tf.distribute.MirroredStrategy()

    def global_batch(self, size):
        return size * self.strategy.num_replicas_in_sync

    def build(self):
        with self.strategy.scope():
            return tf.keras.Sequential([tf.keras.layers.Dense(1)])


def rate(strategy):
    return 0.1 * strategy.num_replicas_in_sync


trainer = Trainer()
model = trainer.build()
model.compile(tf.keras.optimizers.SGD(rate(trainer.strategy)), "mse")
# output
import tensorflow as tf
from tensorflow.python import ipu


class Trainer:
    def __init__(self):
        ipu_config = ipu.config.IPUConfig()
        ipu_config.auto_select_ipus = 4
        ipu_config.configure_ipu_system()
        self.strategy = ipu.ipu_strategy.IPUStrategy()

    def global_batch(self, size):
        return size * 4

    def build(self):
        with self.strategy.scope():
            return tf.keras.Sequential([tf.keras.layers.Dense(1)])


def rate(strategy):
    return 0.1 * 4


trainer = Trainer()
model = trainer.build()
model.compile(tf.keras.optimizers.SGD(rate(trainer.strategy)), "mse")
