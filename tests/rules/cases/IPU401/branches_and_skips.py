# flags: --pipeline-stages 3
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def down(x, filters):
    skip = layers.Conv2D(filters, 3, padding="same", activation="relu")(x)
    return layers.MaxPooling2D()(skip), skip


def up(x, skip, filters):
    x = layers.Conv2DTranspose(filters, 2, strides=2)(x)
    return layers.Conv2D(filters, 3, padding="same")(layers.concatenate([x, skip]))


def unet(size=64):
    inputs = layers.Input((size, size, 3))
    x, skip1 = down(inputs, 16)
    x, skip2 = down(x, 32)
    x = layers.Conv2D(64, 3, padding="same")(x)
    x = up(x, skip2, 32)
    x = up(x, skip1, 16)
    outputs = layers.Conv2D(1, 1, activation="sigmoid")(x)
    model = keras.Model(inputs=[inputs], outputs=[outputs])
    model.compile("adam", "binary_crossentropy")
    return model


with strategy.scope():
    model = unet()
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def down(x, filters):
    skip = layers.Conv2D(filters, 3, padding="same", activation="relu")(x)
    return layers.MaxPooling2D()(skip), skip


def up(x, skip, filters):
    x = layers.Conv2DTranspose(filters, 2, strides=2)(x)
    return layers.Conv2D(filters, 3, padding="same")(layers.concatenate([x, skip]))


def unet(size=64):
    inputs = layers.Input((size, size, 3))
    with keras.ipu.PipelineStage(0):
        x, skip1 = down(inputs, 16)
        x, skip2 = down(x, 32)
        x = layers.Conv2D(64, 3, padding="same")(x)
    with keras.ipu.PipelineStage(1):
        x = up(x, skip2, 32)
    with keras.ipu.PipelineStage(2):
        x = up(x, skip1, 16)
        outputs = layers.Conv2D(1, 1, activation="sigmoid")(x)
    model = keras.Model(inputs=[inputs], outputs=[outputs])
    model.compile("adam", "binary_crossentropy")
    return model


with strategy.scope():
    model = unet()
