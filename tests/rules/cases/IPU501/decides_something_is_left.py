import tensorflow as tf

if tf.config.list_physical_devices("GPU"):
    units = 512
else:
    units = 32
model = tf.keras.Sequential([tf.keras.layers.Dense(units)])
# output
import tensorflow as tf

# gpu2ipu: IPU501 what follows depends on a GPU, and a machine with IPUs has none: keep the part that is meant
if tf.config.list_physical_devices("GPU"):
    units = 512
else:
    units = 32
model = tf.keras.Sequential([tf.keras.layers.Dense(units)])
