import sys

from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def build(units):
    model = keras.Sequential([layers.Dense(units), layers.Dense(units), layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 1, 0])
    return model


for name in sys.argv[1:]:
    with strategy.scope():
        model = build(8)
        model.compile(name, "mse")
    with strategy.scope():
        model = build(16)
        model.compile(name, "mse")
# output
import sys

from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def build(units):
    model = keras.Sequential([layers.Dense(units), layers.Dense(units), layers.Dense(1)])
    # gpu2ipu: IPU404 a layer of pipeline stage 0 comes after one of stage 1: put it into stage 1 or a later one
    model.set_pipeline_stage_assignment([0, 1, 0])
    return model


for name in sys.argv[1:]:
    with strategy.scope():
        model = build(8)
        model.compile(name, "mse")
    with strategy.scope():
        model = build(16)
        model.compile(name, "mse")
