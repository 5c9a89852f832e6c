import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

rows = tf.data.Dataset.range(100).batch(10)
normalization = tf.keras.layers.Normalization()
normalization.adapt(rows)
model = tf.keras.Sequential([normalization, tf.keras.layers.Dense(1)])
# output
import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

rows = tf.data.Dataset.range(100).batch(10)
normalization = tf.keras.layers.Normalization()
normalization.adapt(rows)
with strategy.scope():
    normalization = tf.keras.layers.Normalization(mean=normalization.mean, variance=normalization.variance)
    model = tf.keras.Sequential([normalization, tf.keras.layers.Dense(1)])
