import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
model = tf.keras.Sequential([tf.keras.layers.Dense(8 * max(1, len(gpus)))])
# output
import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
model = tf.keras.Sequential([tf.keras.layers.Dense(8 * max(1, len(gpus)))])
