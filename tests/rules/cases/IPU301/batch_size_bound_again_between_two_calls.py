import numpy as np
from tensorflow import keras

BATCH = 100


def train(model, x):
    model.fit(x, x, batch_size=BATCH)


x = np.load("x.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
train(model, x)
BATCH = 32
train(model, x)
# output
import numpy as np
from tensorflow import keras

BATCH = 100


def train(model, x):
    model.fit(x, x, batch_size=BATCH)


x = np.load("x.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=max(len(x) // BATCH, len(x) // 32))
train(model, x)
BATCH = 32
train(model, x)
