import os

from tensorflow import keras

os.environ["CUDA_VISIBLE_DEVICES"] = "0,1"
model = keras.Sequential([keras.layers.Dense(len(os.environ["CUDA_VISIBLE_DEVICES"].split(",")))])
