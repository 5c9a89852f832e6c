from tensorflow import keras
from tensorflow.python.ipu import config, ipu_strategy, utils


def strategy_on(ipus):
    options = config.IPUConfig()
    options.auto_select_ipus = ipus
    utils.configure_ipu_system(options)
    return ipu_strategy.IPUStrategy()


with strategy_on(2).scope():
    model = keras.Sequential([keras.layers.Dense(1)])
