# flags: --pipeline-stages 2
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    body = keras.Sequential([layers.Dense(8), layers.Dense(8)])
    model = keras.Sequential([body, layers.Dense(1)])
    model.compile("adam", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    body = keras.Sequential([layers.Dense(8), layers.Dense(8)])
    # gpu2ipu: IPU401 the model is not split into 2 pipeline stages: it holds another model, whose layers have stages of their own; assign them with `get_pipeline_stage_assignment` and `set_pipeline_stage_assignment`
    model = keras.Sequential([body, layers.Dense(1)])
    model.compile("adam", "mse")
