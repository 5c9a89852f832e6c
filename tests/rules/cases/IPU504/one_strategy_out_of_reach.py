# flags: --all-rules --format
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.strategy = tf.distribute.MirroredStrategy()

    def train(self):
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
        model.compile("sgd", "mse", steps_per_execution=10)
        model.fit(tf.zeros((320, 4)), tf.zeros(320))


Trainer().train()
# output
import tensorflow as tf
from tensorflow.python import ipu


class Trainer:
    def __init__(self):
        ipu_config = ipu.config.IPUConfig()
        ipu_config.auto_select_ipus = 1
        ipu_config.configure_ipu_system()
        self.strategy = ipu.ipu_strategy.IPUStrategy()

    def train(self):
        with self.strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
            model.compile("sgd", "mse", steps_per_execution=10)
        model.fit(tf.zeros((320, 4)), tf.zeros(320))


Trainer().train()
