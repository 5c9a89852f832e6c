from functools import partial

import numpy as np
from tensorflow import keras

x, y = np.zeros((640, 4)), np.zeros((640, 1))


def make(units, activation="relu"):
    model = keras.Sequential([keras.layers.Dense(units, activation=activation), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


def train(size, model, x, y):
    model.fit(x, y, batch_size=size)


model = partial(make, units=32)()
go = partial(train, 64)
go(model, x, y)

other = keras.Sequential([keras.layers.Dense(1)])
other.compile("sgd", "mse")
runs = {"fit": partial(other.fit, x, y)}
runs["fit"]()
# output
from functools import partial

import numpy as np
from tensorflow import keras

x, y = np.zeros((640, 4)), np.zeros((640, 1))


def make(units, activation="relu", steps_per_execution=1):
    model = keras.Sequential([keras.layers.Dense(units, activation=activation), keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=steps_per_execution)
    return model


def train(size, model, x, y):
    model.fit(x, y, batch_size=size)


model = partial(make, units=32)(steps_per_execution=len(x) // 64)
go = partial(train, 64)
go(model, x, y)

other = keras.Sequential([keras.layers.Dense(1)])
# gpu2ipu: IPU301 `compile` without `steps_per_execution`: each execution runs a single batch; cannot determine where `fit` is called: set a number that divides its batches
other.compile("sgd", "mse")
runs = {"fit": partial(other.fit, x, y)}
runs["fit"]()
