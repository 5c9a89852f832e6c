# flags: --pipeline-stages 2
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    inputs = keras.Input((10,))
    model = keras.Model(inputs, layers.Dense(1)(layers.Dense(20)(inputs)))
    model.compile("sgd", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    inputs = keras.Input((10,))
    # gpu2ipu: IPU401 the model is not split into 2 pipeline stages: its statements can only be cut into 1 part; write one layer a statement, or ask for fewer stages
    model = keras.Model(inputs, layers.Dense(1)(layers.Dense(20)(inputs)))
    model.compile("sgd", "mse")
