import numpy as np
from tensorflow import keras


class Settings:
    size = 16


def enlarge():
    settings.size = 64


x, y = np.load("x.npy"), np.load("y.npy")
settings = Settings()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=settings.size)
settings.size = 32
model.fit(x, y, batch_size=settings.size)
enlarge()
model.fit(x, y, batch_size=settings.size)
# output
import numpy as np
from tensorflow import keras


class Settings:
    size = 16


def enlarge():
    settings.size = 64


x, y = np.load("x.npy"), np.load("y.npy")
settings = Settings()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
train_size = len(x) // settings.size * settings.size
model.fit(x[:train_size], y[:train_size], batch_size=settings.size)
settings.size = 32
train_size_2 = len(x) // settings.size * settings.size
model.fit(x[:train_size_2], y[:train_size_2], batch_size=settings.size)
enlarge()
train_size_3 = len(x) // settings.size * settings.size
model.fit(x[:train_size_3], y[:train_size_3], batch_size=settings.size)
