# flags: --all-rules
from tensorflow import keras
from tensorflow.python import ipu

from somewhere import dataset

config = ipu.config.IPUConfig()
config.auto_select_ipus = 1
config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(loss="mse", steps_per_execution=8)
model.fit(dataset("train"), steps_per_epoch=8)
