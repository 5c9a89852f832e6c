from functools import partial
from operator import methodcaller

import numpy as np
from tensorflow import keras

x, y = np.random.rand(250, 4), np.random.rand(250)
model = keras.models.load_model("model.h5")


def train(network, epochs):
    fit = partial(network.fit, x, y, batch_size=20, verbose=2)
    for _ in range(epochs):
        fit(epochs=1)


train(model, 3)
score = methodcaller("evaluate", x, y, verbose=0)(model)
# output
from functools import partial
from operator import methodcaller

import numpy as np
from tensorflow import keras

x, y = np.random.rand(250, 4), np.random.rand(250)
model = keras.models.load_model("model.h5")


def train(network, epochs):
    for _ in range(epochs):
        train_size = len(x) // 20 * 20
        network.fit(x[:train_size], y[:train_size], batch_size=20, verbose=2, epochs=1)


train(model, 3)
score = model.evaluate(x, y, verbose=0, batch_size=25)
