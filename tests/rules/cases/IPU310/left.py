# flags: --gradient-accumulation 4
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
u, v = np.load("u.npy"), np.load("v.npy")
import sys


def batches():
    while True:
        yield x[:32], y[:32]


first = keras.Sequential([layers.Dense(1)])
first.compile("sgd", "mse")
first.fit(batches(), steps_per_epoch=8)
second = keras.Sequential([layers.Dense(1)])
second.compile("sgd", "mse")
second.fit(x, y, batch_size=64)
second.train_on_batch(x[:32], y[:32])
third = keras.Sequential([layers.Dense(1)])
third.compile("sgd", "mse")
third.fit(x, y, batch_size=int(sys.argv[1]))
fourth = keras.Sequential([layers.Dense(1)])
fourth.compile("sgd", "mse")
fourth.fit(x, y, steps_per_epoch=10)
fourth.fit(x, y)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
u, v = np.load("u.npy"), np.load("v.npy")
import sys


def batches():
    while True:
        yield x[:32], y[:32]


first = keras.Sequential([layers.Dense(1)])
first.compile("sgd", "mse")
# gpu2ipu: IPU310 `fit` computes its batch at once, and it cannot be split into micro-batches: its data is a generator: make a dataset of it first
first.fit(batches(), steps_per_epoch=8)
second = keras.Sequential([layers.Dense(1)])
second.compile("sgd", "mse")
# gpu2ipu: IPU310 `fit` computes its batch of 64 samples at once, and it cannot be split into micro-batches: its model is also trained by `train_on_batch`, which does not accumulate
second.fit(x, y, batch_size=64)
second.train_on_batch(x[:32], y[:32])
third = keras.Sequential([layers.Dense(1)])
third.compile("sgd", "mse")
# gpu2ipu: IPU310 `fit` computes its batch at once, and it cannot be split into micro-batches: the batch size is computed in the call: assign it to a name
third.fit(x, y, batch_size=int(sys.argv[1]))
fourth = keras.Sequential([layers.Dense(1)])
fourth.compile("sgd", "mse")
# gpu2ipu: IPU310 `fit` computes its batch of 32 samples at once, and it cannot be split into micro-batches: the steps of arrays decide how large a batch is: pass `batch_size`
fourth.fit(x, y, steps_per_epoch=10)
# gpu2ipu: IPU310 `fit` computes its batch of 32 samples at once, and it cannot be split into micro-batches: its model is also trained by a call whose batches cannot be split
fourth.fit(x, y)
