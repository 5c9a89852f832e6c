# flags: --pipeline-stages 2 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



def encoder_block(x, heads, width):
    y = layers.LayerNormalization()(x)
    y = layers.MultiHeadAttention(heads, width // heads)(y, y)
    x = layers.Add()([x, y])
    y = layers.LayerNormalization()(x)
    y = layers.Dense(4 * width, activation="gelu")(y)
    y = layers.Dense(width)(y)
    return layers.Add()([x, y])


def transformer(tokens=64, width=32, blocks=6):
    inputs = keras.Input((tokens,), dtype="int32")
    x = layers.Embedding(1000, width)(inputs)
    for _ in range(blocks):
        x = encoder_block(x, 4, width)
    x = layers.GlobalAveragePooling1D()(x)
    return keras.Model(inputs, layers.Dense(10)(x))


with strategy.scope():
    model = transformer()
    model.compile("adam", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



def encoder_block(x, heads, width):
    y = layers.LayerNormalization()(x)
    y = layers.MultiHeadAttention(heads, width // heads)(y, y)
    x = layers.Add()([x, y])
    y = layers.LayerNormalization()(x)
    y = layers.Dense(4 * width, activation="gelu")(y)
    y = layers.Dense(width)(y)
    return layers.Add()([x, y])


def transformer(tokens=64, width=32, blocks=6):
    inputs = keras.Input((tokens,), dtype="int32")
    with keras.ipu.PipelineStage(0):
        x = layers.Embedding(1000, width)(inputs)
    for index in range(blocks):
        with keras.ipu.PipelineStage(index // 3):
            x = encoder_block(x, 4, width)
    with keras.ipu.PipelineStage(1):
        x = layers.GlobalAveragePooling1D()(x)
        return keras.Model(inputs, layers.Dense(10)(x))


with strategy.scope():
    model = transformer()
    model.compile("adam", "mse")
