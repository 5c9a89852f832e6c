# flags: --pipeline-stages 2 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



class Net(keras.Model):
    """A small network."""

    def __init__(self, classes=10):
        super().__init__()
        self.conv1 = layers.Conv2D(16, 3, activation="relu")
        self.conv2 = layers.Conv2D(32, 3, activation="relu")
        self.drop = layers.Dropout(0.5)
        self.flat = layers.Flatten()
        self.hidden = layers.Dense(64)
        self.out = layers.Dense(classes)

    def call(self, inputs, training=False):
        """Return the logits."""
        x = self.conv1(inputs)
        x = self.conv2(x)
        x = self.flat(x)
        # the classifier
        if training:
            x = self.drop(x)
        x = self.hidden(x)
        return self.out(x)


with strategy.scope():
    model = Net()
    model.compile("adam", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



class Net(keras.Model):
    """A small network."""

    def __init__(self, classes=10):
        super().__init__()
        self.conv1 = layers.Conv2D(16, 3, activation="relu")
        self.conv2 = layers.Conv2D(32, 3, activation="relu")
        self.drop = layers.Dropout(0.5)
        self.flat = layers.Flatten()
        self.hidden = layers.Dense(64)
        self.out = layers.Dense(classes)

    def call(self, inputs, training=False):
        """Return the logits."""
        with keras.ipu.PipelineStage(0):
            x = self.conv1(inputs)
            x = self.conv2(x)
            x = self.flat(x)
            # the classifier
            if training:
                x = self.drop(x)
        with keras.ipu.PipelineStage(1):
            x = self.hidden(x)
            return self.out(x)


with strategy.scope():
    model = Net()
    model.compile("adam", "mse")
