# flags: --select IPU104
import numpy as np
from tensorflow import keras


def build(width):
    model = keras.Sequential([keras.layers.Dense(width), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


def train(x, model):
    return model.fit(x, x)


model = build(2)
model.fit(np.load("x.npy"), np.load("x.npy"))
train(np.load("x.npy"), build(3))
histories = [build(width).fit(x, x) for width in (2, 3) for x in np.load("x.npy")]
if input():
    best = build(3) if input() else None
