import tensorflow as tf

if tf.config.list_physical_devices("GPU"):
    strategy = tf.distribute.experimental.ParameterServerStrategy()
else:
    strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

if tf.config.list_physical_devices("GPU"):
    # gpu2ipu: IPU504 `tf.distribute.experimental.ParameterServerStrategy` does not support IPUs: use a PopDistStrategy, which shares the gradients; IPUs have no parameter servers
    strategy = tf.distribute.experimental.ParameterServerStrategy()
else:
    # gpu2ipu: IPU504 `tf.distribute.MirroredStrategy` does not support IPUs: use an IPUStrategy instead
    strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
