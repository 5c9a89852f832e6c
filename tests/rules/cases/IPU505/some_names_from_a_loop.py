import os

from tensorflow import keras

SETTINGS = {"CUDA_VISIBLE_DEVICES": "0", "TF_CPP_MIN_LOG_LEVEL": "2"}
for name in SETTINGS:
    os.environ[name] = SETTINGS[name]

model = keras.Sequential([keras.layers.Dense(1)])
# output
import os

from tensorflow import keras

SETTINGS = {"CUDA_VISIBLE_DEVICES": "0", "TF_CPP_MIN_LOG_LEVEL": "2"}
for name in SETTINGS:
    # gpu2ipu: IPU505 only CUDA reads this environment variable: remove it
    os.environ[name] = SETTINGS[name]

model = keras.Sequential([keras.layers.Dense(1)])
