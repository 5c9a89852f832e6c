import tensorflow as tf

strategy = tf.distribute.TPUStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

strategy = tf.distribute.TPUStrategy()
# gpu2ipu: IPU103 a Keras object is created in a script with a `tf.distribute` strategy: replace that by an IPUStrategy first
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
