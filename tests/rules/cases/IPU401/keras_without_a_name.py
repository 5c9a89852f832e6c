# flags: --pipeline-stages 2
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.models import Model
from tensorflow.python.ipu.config import IPUConfig
from tensorflow.python.ipu.ipu_strategy import IPUStrategy

config = IPUConfig()
config.auto_select_ipus = 1
config.configure_ipu_system()
strategy = IPUStrategy()

with strategy.scope():
    a = Input(shape=(4,))
    b = Dense(32)(a)
    b = Dense(1)(b)
    model = Model(inputs=a, outputs=b)
    model.compile("sgd", "mse")
# output
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.models import Model
from tensorflow.python.ipu.config import IPUConfig
from tensorflow.python.ipu.ipu_strategy import IPUStrategy
from tensorflow import keras

config = IPUConfig()
config.auto_select_ipus = 2
config.configure_ipu_system()
strategy = IPUStrategy()

with strategy.scope():
    a = Input(shape=(4,))
    with keras.ipu.PipelineStage(0):
        b = Dense(32)(a)
    with keras.ipu.PipelineStage(1):
        b = Dense(1)(b)
    model = Model(inputs=a, outputs=b)
    model.compile("sgd", "mse")
