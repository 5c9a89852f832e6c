import tensorflow as tf

gpus = tf.config.experimental.list_physical_devices("GPU")
assert len(gpus) > 0, "Not enough GPU hardware devices available"
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
