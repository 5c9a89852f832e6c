import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

dataset = tf.data.Dataset.from_tensor_slices(np.random.rand(320, 4)).batch(32, drop_remainder=True)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
infeed = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset)
infeed_2 = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset=dataset.map(lambda x: tf.cast(x, tf.float32)))
# output
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

dataset = tf.data.Dataset.from_tensor_slices(np.random.rand(320, 4)).batch(32, drop_remainder=True)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
infeed = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset.map(lambda x: tf.cast(x, tf.float32)))
infeed_2 = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset=dataset.map(lambda x: tf.cast(x, tf.float32)))
