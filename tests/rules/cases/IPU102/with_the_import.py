from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
# output
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()

model = keras.Sequential([keras.layers.Dense(1)])
