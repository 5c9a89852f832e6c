# flags: --pipeline-stages 4 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



class ResidualBlock(layers.Layer):
    def __init__(self, filters, stride=1):
        super().__init__()
        self.conv1 = layers.Conv2D(filters, 3, strides=stride, padding="same", use_bias=False)
        self.conv2 = layers.Conv2D(filters, 3, padding="same", use_bias=False)
        self.norm1 = layers.LayerNormalization()
        self.norm2 = layers.LayerNormalization()
        self.shortcut = layers.Conv2D(filters, 1, strides=stride)

    def call(self, x):
        y = keras.activations.relu(self.norm1(self.conv1(x)))
        y = self.norm2(self.conv2(y))
        return keras.activations.relu(y + self.shortcut(x))


class ResNet(keras.Model):
    def __init__(self, widths=(16, 32, 64)):
        super().__init__()
        self.stem = layers.Conv2D(16, 3, padding="same")
        self.blocks = []
        for width in (16, 16, 32, 32, 64, 64):
            self.blocks.append(ResidualBlock(width))
        self.pool = layers.GlobalAveragePooling2D()
        self.head = layers.Dense(10)

    def call(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        x = self.pool(x)
        return self.head(x)


with strategy.scope():
    model = ResNet()
    model.build((None, 32, 32, 3))
    model.compile("adam", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



class ResidualBlock(layers.Layer):
    def __init__(self, filters, stride=1):
        super().__init__()
        self.conv1 = layers.Conv2D(filters, 3, strides=stride, padding="same", use_bias=False)
        self.conv2 = layers.Conv2D(filters, 3, padding="same", use_bias=False)
        self.norm1 = layers.LayerNormalization()
        self.norm2 = layers.LayerNormalization()
        self.shortcut = layers.Conv2D(filters, 1, strides=stride)

    def call(self, x):
        y = keras.activations.relu(self.norm1(self.conv1(x)))
        y = self.norm2(self.conv2(y))
        return keras.activations.relu(y + self.shortcut(x))


class ResNet(keras.Model):
    def __init__(self, widths=(16, 32, 64)):
        super().__init__()
        self.stem = layers.Conv2D(16, 3, padding="same")
        self.blocks = []
        for width in (16, 16, 32, 32, 64, 64):
            self.blocks.append(ResidualBlock(width))
        self.pool = layers.GlobalAveragePooling2D()
        self.head = layers.Dense(10)

    def call(self, x):
        with keras.ipu.PipelineStage(0):
            x = self.stem(x)
        for index, block in enumerate(self.blocks):
            with keras.ipu.PipelineStage((0, 1, 1, 2, 2, 3)[index]):
                x = block(x)
        with keras.ipu.PipelineStage(3):
            x = self.pool(x)
            return self.head(x)


with strategy.scope():
    model = ResNet()
    model.build((None, 32, 32, 3))
    model.compile("adam", "mse")
