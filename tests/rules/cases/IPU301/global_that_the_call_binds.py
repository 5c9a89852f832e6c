import numpy as np
from tensorflow import keras

x = np.load("few.npy")


def load():
    global x, y
    x, y = np.load("x.npy"), np.load("y.npy")


def main():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    load()
    model.fit(x[: len(x) // 32 * 32], y[: len(x) // 32 * 32])


main()
# output
import numpy as np
from tensorflow import keras

x = np.load("few.npy")


def load():
    global x, y
    x, y = np.load("x.npy"), np.load("y.npy")


def main():
    model = keras.Sequential([keras.layers.Dense(1)])
    # gpu2ipu: IPU301 `compile` without `steps_per_execution`: every batch is an execution of its own; the number of steps of `model.fit` cannot be computed where the model is compiled
    model.compile("sgd", "mse")
    load()
    model.fit(x[: len(x) // 32 * 32], y[: len(x) // 32 * 32])


main()
