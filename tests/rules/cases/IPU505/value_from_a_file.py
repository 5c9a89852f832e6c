import configparser
import os
import numpy as np
from tensorflow import keras

config = configparser.ConfigParser()
config.read("a.cfg")
os.environ["CUDA_VISIBLE_DEVICES"] = config.get("default", "gpu")
x = np.random.rand(960, 4).astype("float32")
y = x.sum(axis=1)
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=32)
# output
import configparser
import numpy as np
from tensorflow import keras

config = configparser.ConfigParser()
config.read("a.cfg")
x = np.random.rand(960, 4).astype("float32")
y = x.sum(axis=1)
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=32)
