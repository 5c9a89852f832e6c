import tensorflow as tf

with tf.device("/cpu:0"):
    data = tf.data.Dataset.range(10)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
