# flags: --pipeline-stages 2
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    inputs = keras.Input((10,))
    with keras.ipu.PipelineStage(0):
        x = layers.Dense(20)(inputs)
    with keras.ipu.PipelineStage(1):
        x = layers.Dense(20)(x)
    model = keras.Model(inputs, x)
    model.compile("sgd", "mse")
