# flags: --all-rules
import tensorflow as tf


def small():
    """A small model."""
    return tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])


def large():
    return tf.keras.Sequential([tf.keras.layers.Dense(8, input_shape=(4,)), tf.keras.layers.Dense(1)])


setattr(large, "__doc__", small.__doc__)
BUILDERS = dict(small=small, large=large)
print(small, callable(large))

if __name__ == "__main__":
    model = small()
    model.compile("sgd", "mse", steps_per_execution=2)
    model.fit(tf.zeros((64, 4)), tf.zeros((64, 1)), batch_size=32)
# output
import tensorflow as tf
from tensorflow.python import ipu


def small():
    """A small model."""
    return tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])


def large():
    return tf.keras.Sequential([tf.keras.layers.Dense(8, input_shape=(4,)), tf.keras.layers.Dense(1)])


setattr(large, "__doc__", small.__doc__)
BUILDERS = dict(small=small, large=large)
print(small, callable(large))

if __name__ == "__main__":
    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.configure_ipu_system()
    strategy = ipu.ipu_strategy.IPUStrategy()

    with strategy.scope():
        model = small()
        model.compile("sgd", "mse", steps_per_execution=2)
    model.fit(tf.zeros((64, 4)), tf.zeros((64, 1)), batch_size=32)
