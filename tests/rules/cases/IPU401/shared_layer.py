# flags: --pipeline-stages 2 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    encoder = layers.Dense(64)
    left = keras.Input((10,))
    right = keras.Input((10,))
    a = encoder(left)
    b = layers.Dropout(0.1)(a)
    c = encoder(right)
    x = layers.concatenate([b, c])
    outputs = layers.Dense(1)(x)
    model = keras.Model([left, right], outputs)
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
    encoder = layers.Dense(64)
    left = keras.Input((10,))
    right = keras.Input((10,))
    with keras.ipu.PipelineStage(0):
        a = encoder(left)
        b = layers.Dropout(0.1)(a)
        c = encoder(right)
        x = layers.concatenate([b, c])
    with keras.ipu.PipelineStage(1):
        outputs = layers.Dense(1)(x)
    model = keras.Model([left, right], outputs)
    model.compile("sgd", "mse")
