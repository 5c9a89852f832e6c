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
    x = layers.ReLU()(x)
    with keras.ipu.PipelineStage(1):
        x = layers.Dense(8)(x)
    model = keras.Model(inputs, x)
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
    # gpu2ipu: IPU404 a layer is in no pipeline stage: put its call into a `PipelineStage` block as all others
    x = layers.ReLU()(x)
    with keras.ipu.PipelineStage(1):
        x = layers.Dense(8)(x)
    model = keras.Model(inputs, x)
    model.compile("sgd", "mse")
