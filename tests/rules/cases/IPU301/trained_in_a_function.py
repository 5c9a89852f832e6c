import numpy as np
from tensorflow import keras


def train(model, x, y, batch_size=64):
    model.fit(x, y, batch_size=batch_size)


x, y = np.random.rand(640, 4), np.random.rand(640)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
train(model, x, y)
# output
import numpy as np
from tensorflow import keras


def train(model, x, y, batch_size=64):
    model.fit(x, y, batch_size=batch_size)


x, y = np.random.rand(640, 4), np.random.rand(640)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=len(x) // 64)
train(model, x, y)
