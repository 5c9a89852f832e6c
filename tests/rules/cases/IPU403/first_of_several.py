# flags: --notes 16
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    inputs = keras.Input((8, 8, 3))
    with keras.ipu.PipelineStage(0):
        x = layers.Conv2D(8, 3)(inputs)
        x = layers.BatchNormalization()(x)
    with keras.ipu.PipelineStage(1):
        x = layers.Conv2D(8, 3)(x)
        x = layers.BatchNormalization()(x)
    model = keras.Model(inputs, x)
    model.compile("sgd", "mse")
