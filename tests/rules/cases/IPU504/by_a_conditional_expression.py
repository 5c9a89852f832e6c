# flags: --select IPU504,IPU102
import tensorflow as tf

many = len(tf.config.list_physical_devices("GPU")) > 1
strategy = tf.distribute.MirroredStrategy() if many else tf.distribute.get_strategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf
from tensorflow.python import ipu

many = len(tf.config.list_physical_devices("GPU")) > 1

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()

strategy = ipu.ipu_strategy.IPUStrategy() if many else ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
