from tensorflow import keras
from tensorflow.python import ipu as poplar

ipu_config = {"units": 1}
strategy = "smallest"
model = keras.Sequential([keras.layers.Dense(ipu_config["units"])])
# output
from tensorflow import keras
from tensorflow.python import ipu as poplar

ipu_device_config = poplar.config.IPUConfig()
ipu_device_config.auto_select_ipus = 1
ipu_device_config.configure_ipu_system()

ipu_config = {"units": 1}
strategy = "smallest"
model = keras.Sequential([keras.layers.Dense(ipu_config["units"])])
