import sys

import numpy as np
from tensorflow import keras

x = np.random.rand(int(sys.argv[1]), 4).astype("float32")
batch = int(sys.argv[2])


class Data:
    batch = int(sys.argv[3])
    small = x[: len(x) // batch * batch]


small = Data.small
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit(small, small[:, :1], batch_size=batch)
# output
import sys

import numpy as np
from tensorflow import keras

x = np.random.rand(int(sys.argv[1]), 4).astype("float32")
batch = int(sys.argv[2])


class Data:
    batch = int(sys.argv[3])
    small = x[: len(x) // batch * batch]


small = Data.small
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
train_size = len(small) // batch * batch
model.fit(small[:train_size], small[:train_size, :1], batch_size=batch)
