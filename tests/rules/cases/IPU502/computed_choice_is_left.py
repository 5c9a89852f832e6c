import tensorflow as tf

from cards import free_card

tf.config.set_visible_devices(free_card(), "GPU")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

from cards import free_card

# gpu2ipu: IPU502 sets up the memory or the visibility of GPUs: an IPU does without
tf.config.set_visible_devices(free_card(), "GPU")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
