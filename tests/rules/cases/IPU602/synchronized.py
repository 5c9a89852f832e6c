import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.BatchNormalization(momentum=0.9, synchronized=True)])
# output
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.BatchNormalization(momentum=0.9)])
