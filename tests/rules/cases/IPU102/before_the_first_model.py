from tensorflow import keras
from tensorflow.python import ipu

print("loading")
(x_train, y_train), _ = keras.datasets.mnist.load_data()

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
# output
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()

print("loading")
(x_train, y_train), _ = keras.datasets.mnist.load_data()

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
