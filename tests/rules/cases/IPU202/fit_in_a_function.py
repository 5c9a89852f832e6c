import numpy as np
from tensorflow import keras


def train(model, x, y, batch_size=32):
    model.fit(x, y, batch_size=batch_size)


model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
train(model, np.random.rand(1010, 4), np.random.rand(1010))
# output
import numpy as np
from tensorflow import keras


def train(model, x, y, batch_size=32):
    train_size = len(x) // batch_size * batch_size
    model.fit(x[:train_size], y[:train_size], batch_size=batch_size)


model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
train(model, np.random.rand(1010, 4), np.random.rand(1010))
