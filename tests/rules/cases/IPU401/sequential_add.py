# flags: --pipeline-stages 3 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    net = keras.Sequential()
    net.add(layers.InputLayer((32, 32, 3)))
    net.add(layers.Conv2D(32, 3))
    net.add(layers.MaxPooling2D())
    for filters in (64, 64, 128):
        net.add(layers.Conv2D(filters, 3, padding="same"))
        net.add(layers.ReLU())
    net.add(layers.Flatten())
    net.add(layers.Dense(10))  # the head
    net.compile("adam", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    net = keras.Sequential()
    net.add(layers.InputLayer((32, 32, 3)))
    net.add(layers.Conv2D(32, 3))
    net.add(layers.MaxPooling2D())
    for filters in (64, 64, 128):
        net.add(layers.Conv2D(filters, 3, padding="same"))
        net.add(layers.ReLU())
    net.add(layers.Flatten())
    net.add(layers.Dense(10))  # the head
    net.set_pipeline_stage_assignment([0, 0, 0, 0, 1, 1, 1, 1, 1, 2])
    net.compile("adam", "mse")
