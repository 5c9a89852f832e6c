import tensorflow as tf

from tensorflow.python import ipu

gpus = tf.config.list_physical_devices("GPU")
if len(gpus) > 1:
    strategy = ipu.ipu_strategy.IPUStrategy()
elif gpus:
    strategy = ipu.ipu_strategy.IPUStrategy()
else:
    strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
