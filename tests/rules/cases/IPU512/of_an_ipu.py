# flags: --replicas 2 --select IPU102,IPU310,IPU311,IPU504,IPU512
import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
batch_size = 32 * strategy.num_replicas_in_sync
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
batch_size = 32 * strategy.num_replicas_in_sync
with strategy.scope():
    # gpu2ipu: IPU102 a Keras model is created before an IPU is configured: configure one in the script that is run, before it calls this function
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
