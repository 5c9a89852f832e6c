# flags: --pipeline-stages 2
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    step = layers.Dense(10)
    inputs = keras.Input((10,))
    x = step(inputs)
    x = layers.ReLU()(x)
    outputs = step(x)
    model = keras.Model(inputs, outputs)
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
    step = layers.Dense(10)
    inputs = keras.Input((10,))
    x = step(inputs)
    x = layers.ReLU()(x)
    outputs = step(x)
    # gpu2ipu: IPU401 the model is not split into 2 pipeline stages: all calls of one layer must be in one stage, so that it can only be cut into 1 part; ask for fewer stages
    model = keras.Model(inputs, outputs)
    model.compile("sgd", "mse")
