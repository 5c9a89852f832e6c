# flags: --pipeline-stages 2
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

from parts import block

with strategy.scope():
    model = keras.Sequential([layers.Dense(8), block(8), layers.Dense(8)])
    model.compile("adam", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

from parts import block

with strategy.scope():
    # gpu2ipu: IPU401 the model is not split into 2 pipeline stages: cannot determine its layers; call its `set_pipeline_stage_assignment` with a stage for each
    model = keras.Sequential([layers.Dense(8), block(8), layers.Dense(8)])
    model.compile("adam", "mse")
