from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    first = keras.Sequential([layers.Dense(8), layers.Dense(8), layers.Dense(8)])
    first.set_pipeline_stage_assignment([0, 1])
    second = keras.Sequential([layers.Dense(8), layers.Dense(8)])
    second.set_pipeline_stage_assignment([0, 2])
    third = keras.Sequential([layers.Dense(8) for _ in range(4)])
    third.set_pipeline_stage_assignment([0] + [1] * 2 + [0])
    fourth = keras.Sequential([layers.Dense(8), layers.Dense(8)])
    fourth.set_pipeline_stage_assignment([1, 2])
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    first = keras.Sequential([layers.Dense(8), layers.Dense(8), layers.Dense(8)])
    # gpu2ipu: IPU404 2 stages are given for 3 layers: give each layer one, inputs left out
    first.set_pipeline_stage_assignment([0, 1])
    second = keras.Sequential([layers.Dense(8), layers.Dense(8)])
    # gpu2ipu: IPU404 pipeline stage 2 comes after stage 0: no stage may be without a layer
    second.set_pipeline_stage_assignment([0, 2])
    third = keras.Sequential([layers.Dense(8) for _ in range(4)])
    # gpu2ipu: IPU404 a layer of pipeline stage 0 comes after one of stage 1: put it into stage 1 or a later one
    third.set_pipeline_stage_assignment([0] + [1] * 2 + [0])
    fourth = keras.Sequential([layers.Dense(8), layers.Dense(8)])
    # gpu2ipu: IPU404 the first pipeline stage is 1: count stages from 0
    fourth.set_pipeline_stage_assignment([1, 2])
