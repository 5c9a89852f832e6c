import os

os.environ["PYTHONHASHSEED"] = "0"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
os.environ["TF_DETERMINISTIC_OPS"] = "1"
settings = {"CUDA_VISIBLE_DEVICES": "0"}
settings["CUDA_VISIBLE_DEVICES"] = "1"

from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
