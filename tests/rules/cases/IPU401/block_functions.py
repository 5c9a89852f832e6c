# flags: --pipeline-stages 2 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def block(x, filters):
    y = layers.Conv2D(filters, 3, padding="same")(x)
    y = layers.ReLU()(y)
    return layers.Conv2D(filters, 3, padding="same")(y)


def resnet():
    inputs = keras.Input((32, 32, 3))
    x = layers.Conv2D(16, 3)(inputs)
    x = layers.add([x, block(x, 16)])
    x = x + block(x, 16)
    x = block(x, 32)
    print("features:", x.shape)
    x = layers.Flatten()(x)
    return keras.Model(inputs, layers.Dense(10)(x))


with strategy.scope():
    net = resnet()
    net.compile("sgd", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def block(x, filters):
    y = layers.Conv2D(filters, 3, padding="same")(x)
    y = layers.ReLU()(y)
    return layers.Conv2D(filters, 3, padding="same")(y)


def resnet():
    inputs = keras.Input((32, 32, 3))
    with keras.ipu.PipelineStage(0):
        x = layers.Conv2D(16, 3)(inputs)
        x = layers.add([x, block(x, 16)])
        x = x + block(x, 16)
    with keras.ipu.PipelineStage(1):
        x = block(x, 32)
        print("features:", x.shape)
        x = layers.Flatten()(x)
        return keras.Model(inputs, layers.Dense(10)(x))


with strategy.scope():
    net = resnet()
    net.compile("sgd", "mse")
