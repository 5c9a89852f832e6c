# flags: --replicas 2 --select IPU102,IPU310,IPU311,IPU504,IPU512
import tensorflow as tf


def share(loss):
    return loss / tf.distribute.get_replica_context().num_replicas_in_sync


with tf.distribute.MirroredStrategy().scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
# output
import tensorflow as tf
from tensorflow.python import ipu


def share(loss):
    return loss / tf.distribute.get_replica_context().num_replicas_in_sync


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()

with ipu.ipu_strategy.IPUStrategy().scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
