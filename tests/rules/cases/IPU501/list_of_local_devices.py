from tensorflow import keras
from tensorflow.python.client import device_lib

print(device_lib.list_local_devices())
model = keras.Sequential([keras.layers.Dense(1)])
# output
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
