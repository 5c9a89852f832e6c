import numpy as np
from tensorflow import keras

x, y = np.random.rand(960, 4), np.random.rand(960)


def make(units):
    model = keras.Sequential([keras.layers.Dense(units), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


a = make(3); b = make(5)
a.fit(x, y)
b.fit(x, y, batch_size=96)
by_units = {units: make(units) for units in (1, 2)}
for units, model in by_units.items():
    model.fit(x, y, batch_size=48)
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(960, 4), np.random.rand(960)


def make(units, steps_per_execution=1):
    model = keras.Sequential([keras.layers.Dense(units), keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=steps_per_execution)
    return model


a = make(3, steps_per_execution=len(x) // 32); b = make(5, steps_per_execution=len(x) // 96)
a.fit(x, y)
b.fit(x, y, batch_size=96)
by_units = {units: make(units, steps_per_execution=len(x) // 48) for units in (1, 2)}
for units, model in by_units.items():
    model.fit(x, y, batch_size=48)
