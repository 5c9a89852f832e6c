import tensorflow as tf

try:
    strategy = tf.distribute.TPUStrategy(tf.distribute.cluster_resolver.TPUClusterResolver())
except ValueError:
    strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

try:
    # gpu2ipu: IPU504 `tf.distribute.TPUStrategy` does not support IPUs: use an IPUStrategy instead
    strategy = tf.distribute.TPUStrategy(tf.distribute.cluster_resolver.TPUClusterResolver())
except ValueError:
    # gpu2ipu: IPU504 `tf.distribute.MirroredStrategy` does not support IPUs: use an IPUStrategy instead
    strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
