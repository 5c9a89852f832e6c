from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    inputs = keras.Input((8,))
    with keras.ipu.PipelineStage(0):
        x = layers.Dense(8)(inputs)
    with keras.ipu.PipelineStage(1):
        y = layers.Dense(8)(x)
    with keras.ipu.PipelineStage(0):
        z = layers.Dense(8)(x)
        x = layers.Dense(8)(y)
    model = keras.Model(inputs, [x, z])
    model.compile("sgd", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    inputs = keras.Input((8,))
    with keras.ipu.PipelineStage(0):
        x = layers.Dense(8)(inputs)
    with keras.ipu.PipelineStage(1):
        y = layers.Dense(8)(x)
    with keras.ipu.PipelineStage(0):
        z = layers.Dense(8)(x)
        # gpu2ipu: IPU404 a layer of pipeline stage 0 comes after one of stage 1: put it into stage 1 or a later one
        x = layers.Dense(8)(y)
    model = keras.Model(inputs, [x, z])
    model.compile("sgd", "mse")
