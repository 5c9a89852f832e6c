import tensorflow as tf

DEVICE = "CPU:0"
with tf.device(DEVICE):
    data = tf.data.Dataset.range(10)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
