import numpy as np
from tensorflow import keras


def build(units, **options):
    model = keras.Sequential([keras.layers.Dense(units, **options), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


def main():
    x, y = np.random.rand(640, 4), np.random.rand(640)
    model = build(8)
    model.fit(x, y)


main()
# output
import numpy as np
from tensorflow import keras


def build(units, steps_per_execution=1, **options):
    model = keras.Sequential([keras.layers.Dense(units, **options), keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=steps_per_execution)
    return model


def main():
    x, y = np.random.rand(640, 4), np.random.rand(640)
    model = build(8, steps_per_execution=len(x) // 32)
    model.fit(x, y)


main()
