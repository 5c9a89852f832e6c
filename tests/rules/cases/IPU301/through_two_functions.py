import numpy as np
from tensorflow import keras


def compiled(model):
    model.compile("sgd", "mse")
    return model


def build(units):
    return compiled(keras.Sequential([keras.layers.Dense(units)]))


x, y = np.random.rand(640, 4), np.random.rand(640)
model = build(8)
model.fit(x, y)
# output
import numpy as np
from tensorflow import keras


def compiled(model, steps_per_execution=1):
    model.compile("sgd", "mse", steps_per_execution=steps_per_execution)
    return model


def build(units, steps_per_execution=1):
    return compiled(keras.Sequential([keras.layers.Dense(units)]), steps_per_execution=steps_per_execution)


x, y = np.random.rand(640, 4), np.random.rand(640)
model = build(8, steps_per_execution=len(x) // 32)
model.fit(x, y)
