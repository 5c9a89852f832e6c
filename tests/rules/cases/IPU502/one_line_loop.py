import tensorflow as tf

for gpu in tf.config.list_physical_devices("GPU"): tf.config.experimental.set_memory_growth(gpu, True)
[tf.config.experimental.set_memory_growth(d, True) for d in tf.config.list_physical_devices("GPU")]
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
