# flags: --select IPU504,IPU102,IPU511
import sys

import tensorflow as tf

if "--tpu" in sys.argv:
    resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="")
    tf.config.experimental_connect_to_cluster(resolver)
    tf.tpu.experimental.initialize_tpu_system(resolver)
    strategy = tf.distribute.TPUStrategy(resolver)
    batch_size = 128
else:
    strategy = tf.distribute.MirroredStrategy()
    batch_size = 32
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.predict(range(256), batch_size=batch_size)
# output
import sys

import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()

if "--tpu" in sys.argv:
    strategy = ipu.ipu_strategy.IPUStrategy()
    batch_size = 128
else:
    strategy = ipu.ipu_strategy.IPUStrategy()
    batch_size = 32
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.predict(range(256), batch_size=batch_size)
