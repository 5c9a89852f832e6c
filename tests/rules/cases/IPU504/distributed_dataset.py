# flags: --select IPU504,IPU102,IPU201
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
data = tf.data.Dataset.range(100).map(lambda i: (tf.cast(i, tf.float32), tf.cast(i, tf.float32))).batch(32)
shared = strategy.experimental_distribute_dataset(data)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(shared, epochs=2)
# output
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
data = tf.data.Dataset.range(100).map(lambda i: (tf.cast(i, tf.float32), tf.cast(i, tf.float32))).batch(32, drop_remainder=True)
shared = data
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(shared, epochs=2)
