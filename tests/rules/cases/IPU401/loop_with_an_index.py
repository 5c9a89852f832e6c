# flags: --pipeline-stages 4 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    inputs = keras.Input((32,))
    x = layers.Dense(64)(inputs)
    for i in range(8):
        x = layers.Dense(64, name=f"hidden_{i}")(x)
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
    with keras.ipu.PipelineStage(0):
        x = layers.Dense(64)(inputs)
    for i in range(8):
        with keras.ipu.PipelineStage(i // 2):
            x = layers.Dense(64, name=f"hidden_{i}")(x)
    model = keras.Model(inputs, x)
    model.compile("adam", "mse")
