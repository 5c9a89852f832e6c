from plots import show_patches
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    layer = keras.layers.Rescaling(1 / 255)
    patches = layer(load_images())
print("patches", patches)
index = show_patches(patches[0])
