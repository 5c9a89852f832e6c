# flags: --pipeline-stages 2
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



def compiled(model):
    model.compile("adam", "mse")
    return model


with strategy.scope():
    model = compiled(keras.Sequential([layers.Dense(8), layers.Dense(1)]))
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



def compiled(model):
    model.compile("adam", "mse")
    return model


with strategy.scope():
    # gpu2ipu: IPU401 the model is not split into 2 pipeline stages: it has no name of its own; bind it to one, and call its `set_pipeline_stage_assignment`
    model = compiled(keras.Sequential([layers.Dense(8), layers.Dense(1)]))
