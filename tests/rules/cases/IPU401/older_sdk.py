# flags: --pipeline-stages 2 --sdk 2.5
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.models import Model
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    a = Input(shape=(4,))
    b = Dense(32)(a)
    b = Dense(1)(b)
    model = Model(inputs=a, outputs=b)
    model.compile("sgd", "mse")
# output
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.models import Model
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    a = Input(shape=(4,))
    with ipu.keras.PipelineStage(0):
        b = Dense(32)(a)
    with ipu.keras.PipelineStage(1):
        b = Dense(1)(b)
    model = Model(inputs=a, outputs=b)
    model.compile("sgd", "mse")
