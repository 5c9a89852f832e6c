import tensorflow as tf


def set_up(threads):
    tf.config.threading.set_inter_op_parallelism_threads(threads)


set_up(2)
tf.random.set_seed(3)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf
from tensorflow.python import ipu


def set_up(threads):
    tf.config.threading.set_inter_op_parallelism_threads(threads)


set_up(2)

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()

tf.random.set_seed(3)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
