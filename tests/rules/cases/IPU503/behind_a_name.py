import tensorflow as tf

device = "/gpu:0" if tf.test.is_gpu_available() else "/cpu:0"
with tf.device(device):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

device = "/gpu:0" if tf.test.is_gpu_available() else "/cpu:0"
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
