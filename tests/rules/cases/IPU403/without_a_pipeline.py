# flags: --notes 13
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    model = keras.Sequential([layers.Dense(8), layers.BatchNormalization()])
    model.compile("sgd", "mse")
