import tensorflow as tf

if tf.__version__ >= "2.12":
    layer = tf.keras.layers.BatchNormalization(synchronized=True)
else:
    layer = tf.keras.layers.BatchNormalization()
