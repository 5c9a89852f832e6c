import tensorflow as tf

print("Num GPUs Available: ", len(tf.config.list_physical_devices("GPU")))
print("TensorFlow", tf.__version__)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

print("TensorFlow", tf.__version__)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
