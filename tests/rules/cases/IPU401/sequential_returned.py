# flags: --pipeline-stages 2 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



def build():
    return keras.Sequential(
        [layers.Flatten(), *[layers.Dense(32) for _ in range(3)]] + [layers.Dense(1)]
    )


with strategy.scope():
    network = build()
    network.compile("adam", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



def build():
    model = keras.Sequential(
        [layers.Flatten(), *[layers.Dense(32) for _ in range(3)]] + [layers.Dense(1)]
    )
    model.set_pipeline_stage_assignment([0, 0, 0, 1, 1])
    return model


with strategy.scope():
    network = build()
    network.compile("adam", "mse")
