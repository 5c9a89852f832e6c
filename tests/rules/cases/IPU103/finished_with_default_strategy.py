# flags: --all-rules
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

use_ipu = True
if use_ipu:
    cfg = ipu.config.IPUConfig()
    cfg.auto_select_ipus = 1
    cfg.configure_ipu_system()
    strategy = ipu.ipu_strategy.IPUStrategy()
else:
    strategy = tf.distribute.get_strategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(3)])
    model.compile(loss="mse", steps_per_execution=4)
