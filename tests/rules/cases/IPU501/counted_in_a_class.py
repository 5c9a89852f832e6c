import tensorflow as tf


class Settings:
    gpus = len(tf.config.list_logical_devices("GPU")) or 1
    batch_size = 32 * gpus


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
print(Settings.batch_size)
# output
import tensorflow as tf


class Settings:
    gpus = 1
    batch_size = 32 * gpus


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
print(Settings.batch_size)
