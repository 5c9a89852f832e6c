# flags: --all-rules --format
import tensorflow as tf


def main():
    strategy = tf.distribute.OneDeviceStrategy("/gpu:0")
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile(tf.keras.optimizers.SGD(), "mse", steps_per_execution=10)
    model.fit(tf.zeros((320, 4)), tf.zeros(320))


if __name__ == "__main__":
    main()
# output
import tensorflow as tf
from tensorflow.python import ipu


def main():
    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.configure_ipu_system()
    strategy = ipu.ipu_strategy.IPUStrategy()
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    with strategy.scope():
        model.compile(tf.keras.optimizers.SGD(), "mse", steps_per_execution=10)
    model.fit(tf.zeros((320, 4)), tf.zeros(320))


if __name__ == "__main__":
    main()
