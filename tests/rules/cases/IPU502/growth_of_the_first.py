import tensorflow as tf

physical_devices = tf.config.experimental.list_physical_devices("GPU")
tf.config.experimental.set_memory_growth(physical_devices[0], enable=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
