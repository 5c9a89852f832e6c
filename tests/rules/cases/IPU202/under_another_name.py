import functools

import numpy as np
from tensorflow import keras

x, y = np.random.rand(250, 4), np.random.rand(250)
model = keras.models.load_model("model.h5")
fit = model.fit
fit(x, y)
getattr(model, "fit")(x, y, batch_size=20)
score = model.evaluate
print(score(x, y))


def twice(train):
    train(x, y)
    train(x, y)


twice(model.fit)
train = functools.partial(model.fit, batch_size=10)
train(x, y)
# output
import functools

import numpy as np
from tensorflow import keras

x, y = np.random.rand(250, 4), np.random.rand(250)
model = keras.models.load_model("model.h5")
fit = model.fit
train_size = len(x) // 32 * 32
fit(x[:train_size], y[:train_size])
train_size_2 = len(x) // 20 * 20
getattr(model, "fit")(x[:train_size_2], y[:train_size_2], batch_size=20)
score = model.evaluate
print(score(x, y, batch_size=25))


def twice(train):
    train_size = len(x) // 32 * 32
    train(x[:train_size], y[:train_size])
    train(x[:train_size], y[:train_size])


twice(model.fit)
model.fit(x, y, batch_size=10)
