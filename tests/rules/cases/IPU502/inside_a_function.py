import tensorflow as tf


def set_up_gpus():
    """Let memory grow."""
    gpus = tf.config.list_physical_devices("GPU")
    for gpu in gpus:
        tf.config.experimental.set_memory_growth(gpu, True)


set_up_gpus()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
