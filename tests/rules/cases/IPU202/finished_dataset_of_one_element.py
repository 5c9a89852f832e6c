# flags: --all-rules
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

dataset = tf.data.Dataset.from_tensors((tf.ones([2, 8]), tf.ones([2, 1])))
dataset = dataset.repeat()

cfg = ipu.config.IPUConfig()
cfg.auto_select_ipus = 1
cfg.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(loss="mse", steps_per_execution=4)
    model.fit(dataset, steps_per_epoch=4)
