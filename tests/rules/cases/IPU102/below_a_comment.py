import argparse

from tensorflow import keras
from tensorflow.python import ipu

args = argparse.ArgumentParser().parse_args()
# the smallest model
# that there is
model = keras.Sequential([keras.layers.Dense(1)])
# output
import argparse

from tensorflow import keras
from tensorflow.python import ipu

args = argparse.ArgumentParser().parse_args()

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()

# the smallest model
# that there is
model = keras.Sequential([keras.layers.Dense(1)])
