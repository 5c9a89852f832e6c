import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.experimental.set_memory_growth(gpus[0], True)
    tf.random.set_seed(len(gpus))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.random.set_seed(len(gpus))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
