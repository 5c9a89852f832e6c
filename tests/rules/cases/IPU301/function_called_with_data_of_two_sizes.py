import numpy as np
from tensorflow import keras


def train(model, x):
    model.fit(x, x)


small, large = np.load("small.npy"), np.load("large.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
train(model, small)
train(model, large)
# output
import numpy as np
from tensorflow import keras


def train(model, x):
    model.fit(x, x)


small, large = np.load("small.npy"), np.load("large.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=max(len(small) // 32, len(large) // 32))
train(model, small)
train(model, large)
