# flags: --select IPU504,IPU102
import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
if len(gpus) > 1:
    strategy = tf.distribute.MirroredStrategy(cross_device_ops=tf.distribute.HierarchicalCopyAllReduce())
elif len(gpus) == 1:
    strategy = tf.distribute.OneDeviceStrategy("/gpu:0")
else:
    strategy = tf.distribute.get_strategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf
from tensorflow.python import ipu

gpus = tf.config.list_physical_devices("GPU")
ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
