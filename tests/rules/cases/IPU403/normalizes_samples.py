from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([layers.Dense(8), layers.LayerNormalization(), layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 0, 1])
    model.compile("sgd", "mse")
