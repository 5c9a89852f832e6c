import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.models.load_model("model.h5")


def train(batch):
    model.fit(x, y, batch_size=batch)


def test(batch):
    model.evaluate(x, y, batch_size=batch)


def train_and_validate(size):
    model.fit(x, y, batch_size=10, validation_data=(x, y), validation_batch_size=size)


train([100])
train(32)
test(np.array([3]))
test(32)
train_and_validate((100,))
train_and_validate(32)
# output
import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.models.load_model("model.h5")


def train(batch):
    # gpu2ipu: IPU202 the batch size of `fit` is not a positive integer: pass one
    model.fit(x, y, batch_size=batch)


def test(batch):
    # gpu2ipu: IPU202 the batch size of `evaluate` is not a positive integer: pass one
    model.evaluate(x, y, batch_size=batch)


def train_and_validate(size):
    train_size = len(x) // 10 * 10
    model.fit(x[:train_size], y[:train_size], batch_size=10, validation_data=(x, y), validation_batch_size=size)


train([100])
train(32)
test(np.array([3]))
test(32)
train_and_validate((100,))
train_and_validate(32)
