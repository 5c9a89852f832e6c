# flags: --pipeline-stages 4 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


DEPTH = 30


def build(depth):
    model = keras.Sequential()
    for _ in range(depth):
        model.add(layers.Dense(64, activation="relu"))
    model.add(layers.Dense(1))
    return model


with strategy.scope():
    model = build(DEPTH)
    model.compile("adam", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


DEPTH = 30


def build(depth):
    model = keras.Sequential()
    for _ in range(depth):
        model.add(layers.Dense(64, activation="relu"))
    model.add(layers.Dense(1))
    model.set_pipeline_stage_assignment([0] * 8 + [1] * 8 + [2] * 8 + [3] * 7)
    return model


with strategy.scope():
    model = build(DEPTH)
    model.compile("adam", "mse")
