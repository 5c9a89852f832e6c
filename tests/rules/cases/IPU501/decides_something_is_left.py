import tensorflow as tf

if tf.config.list_physical_devices("GPU"):
    units = 512
else:
    units = 32
model = tf.keras.Sequential([tf.keras.layers.Dense(units)])
# output
import tensorflow as tf

# gpu2ipu: IPU501 the following code depends on a GPU, and there is no GPU on IPU hosts: keep only the branch for the IPU
if tf.config.list_physical_devices("GPU"):
    units = 512
else:
    units = 32
model = tf.keras.Sequential([tf.keras.layers.Dense(units)])
