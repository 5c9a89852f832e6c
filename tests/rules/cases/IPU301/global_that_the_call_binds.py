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
    load()
    model.compile("sgd", "mse", steps_per_execution=len(x[:len(x) // 32 * 32]) // 32)
    model.fit(x[: len(x) // 32 * 32], y[: len(x) // 32 * 32])


main()
