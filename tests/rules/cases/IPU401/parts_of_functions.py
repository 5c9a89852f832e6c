# flags: --pipeline-stages 2 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def body(x):
    for filters in (16, 32, 64, 128):
        x = layers.Conv2D(filters, 3)(x)
    x = layers.GlobalAveragePooling2D()(x)
    x = layers.Dense(100)(x)
    x = layers.Dense(100)(x)
    return x


def head(x):
    x = layers.Dense(100)(x)
    return layers.Dense(10)(x)


def build():
    inputs = keras.Input((32, 32, 3))
    features = body(inputs)
    return keras.Model(inputs, head(features))


with strategy.scope():
    net = build()
    net.compile("sgd", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def body(x):
    with keras.ipu.PipelineStage(0):
        for filters in (16, 32, 64, 128):
            x = layers.Conv2D(filters, 3)(x)
        x = layers.GlobalAveragePooling2D()(x)
    with keras.ipu.PipelineStage(1):
        x = layers.Dense(100)(x)
        x = layers.Dense(100)(x)
    return x


def head(x):
    x = layers.Dense(100)(x)
    return layers.Dense(10)(x)


def build():
    inputs = keras.Input((32, 32, 3))
    features = body(inputs)
    with keras.ipu.PipelineStage(1):
        return keras.Model(inputs, head(features))


with strategy.scope():
    net = build()
    net.compile("sgd", "mse")
