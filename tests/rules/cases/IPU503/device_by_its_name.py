import tensorflow as tf

with tf.device(device_name="/GPU:0"):
    data = tf.data.Dataset.range(10)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

data = tf.data.Dataset.range(10)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
