import numpy as np
from tensorflow import keras

x, y = np.zeros((640, 4)), np.zeros((640, 1))
size = 64


def train(model, batch_size=size):
    model.fit(x, y, batch_size=batch_size)


size = 10
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
train(model)
# output
import numpy as np
from tensorflow import keras

x, y = np.zeros((640, 4)), np.zeros((640, 1))
size = 64


def train(model, batch_size=size):
    model.fit(x, y, batch_size=batch_size)


size = 10
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=10)
train(model)
