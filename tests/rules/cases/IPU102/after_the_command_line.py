import argparse

from tensorflow import keras
from tensorflow.python import ipu

parser = argparse.ArgumentParser()
parser.add_argument("--units", type=int, default=8)
args = parser.parse_args()

model = keras.Sequential([keras.layers.Dense(args.units)])
# output
import argparse

from tensorflow import keras
from tensorflow.python import ipu

parser = argparse.ArgumentParser()
parser.add_argument("--units", type=int, default=8)
args = parser.parse_args()

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()

model = keras.Sequential([keras.layers.Dense(args.units)])
