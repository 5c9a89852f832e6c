from tensorflow import keras
from tensorflow.python import ipu


def build():
    with strategy.scope():
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("sgd", "mse", steps_per_execution=10)
    return model


first = build()
ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
second = build()
# output
from tensorflow import keras
from tensorflow.python import ipu


def build():
    with strategy.scope():
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("sgd", "mse", steps_per_execution=10)
    return model


# gpu2ipu: IPU103 a Keras object is created outside the scope of the IPUStrategy: pass the strategy to this function
first = build()
ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
second = build()
