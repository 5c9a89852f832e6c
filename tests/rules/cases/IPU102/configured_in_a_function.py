from tensorflow import keras
from tensorflow.python.ipu import config as ipu_cfg
from tensorflow.python.ipu import ipu_strategy


def configure():
    cfg = ipu_cfg.IPUConfig()
    cfg.auto_select_ipus = 1
    cfg.configure_ipu_system()
    return ipu_strategy.IPUStrategy()


with configure().scope():
    model = keras.Sequential([keras.layers.Dense(1)])
