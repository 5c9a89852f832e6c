# flags: --select IPU504,IPU102
import tensorflow as tf


def build(strategy):
    with strategy.scope():
        return tf.keras.Sequential([tf.keras.layers.Dense(1)])


def main():
    strategy = tf.distribute.experimental.CentralStorageStrategy()
    build(strategy).compile("sgd", "mse")


if __name__ == "__main__":
    main()
# output
import tensorflow as tf
from tensorflow.python import ipu


def build(strategy):
    with strategy.scope():
        return tf.keras.Sequential([tf.keras.layers.Dense(1)])


def main():
    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.configure_ipu_system()
    strategy = ipu.ipu_strategy.IPUStrategy()
    build(strategy).compile("sgd", "mse")


if __name__ == "__main__":
    main()
