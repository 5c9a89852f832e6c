import os
os.environ["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID"   # see issue #152
os.environ['CUDA_VISIBLE_DEVICES'] = '1,2'

from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
# output
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
