# flags: --pipeline-stages 3 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    inputs = keras.Input((32, 32, 3))
    x = inputs
    for filters, size in ((16, 3), (32, 3), (64, 3), (64, 1)):
        shortcut = x
        x = layers.Conv2D(filters, size, padding="same")(x)
        print(x.shape)
        x = layers.ReLU()(x)
    x = layers.Flatten()(x)
    model = keras.Model(inputs, layers.Dense(10)(x))
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
    inputs = keras.Input((32, 32, 3))
    x = inputs
    for index, (filters, size) in enumerate(((16, 3), (32, 3), (64, 3), (64, 1))):
        shortcut = x
        with keras.ipu.PipelineStage(index // 2):
            x = layers.Conv2D(filters, size, padding="same")(x)
            print(x.shape)
            x = layers.ReLU()(x)
    with keras.ipu.PipelineStage(1):
        x = layers.Flatten()(x)
    with keras.ipu.PipelineStage(2):
        model = keras.Model(inputs, layers.Dense(10)(x))
    model.compile("adam", "mse")
