import tensorflow as tf

from cards import free_card

tf.config.set_visible_devices(free_card(), "GPU")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

from cards import free_card

# gpu2ipu: IPU502 this call sets up GPU memory or GPU visibility; there is no GPU on IPU hosts: remove it
tf.config.set_visible_devices(free_card(), "GPU")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
