# flags: --pipeline-stages 2 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    inputs = keras.Input((32,))
    step = layers.Dense(32)
    x = inputs
    for i in range(8):
        x = step(x)
    x = layers.Dense(64)(x)
    model = keras.Model(inputs, x)
    model.compile("adam", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    inputs = keras.Input((32,))
    step = layers.Dense(32)
    x = inputs
    with keras.ipu.PipelineStage(0):
        for i in range(8):
            x = step(x)
    with keras.ipu.PipelineStage(1):
        x = layers.Dense(64)(x)
    model = keras.Model(inputs, x)
    model.compile("adam", "mse")
