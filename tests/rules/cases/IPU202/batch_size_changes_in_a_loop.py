import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
size = 16
for _ in range(3):
    model.fit(x, y, batch_size=size)
    size *= 2
# output
import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
size = 16
for _ in range(3):
    train_size = len(x) // size * size
    model.fit(x[:train_size], y[:train_size], batch_size=size)
    size *= 2
