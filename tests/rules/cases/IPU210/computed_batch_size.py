# flags: --select IPU202,IPU203,IPU204,IPU205,IPU210
import sys

import numpy as np
from tensorflow import keras


def load(path):
    return np.load(path)


model = keras.models.load_model("model.h5")
model.fit(load("x.npy"), load("y.npy"), batch_size=int(sys.argv[1]), validation_data=(load("u.npy"), load("v.npy")))
# output
import sys

import numpy as np
from tensorflow import keras


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


def load(path):
    return np.load(path)


model = keras.models.load_model("model.h5")
x_train = load("x.npy")
y_train = load("y.npy")
batch_size = int(sys.argv[1])
x_val = load("u.npy")
train_size = len(x_train) // batch_size * batch_size
x_val_batch_size = even_batch_size(len(x_val), batch_size)
x_val_size = len(x_val) // x_val_batch_size * x_val_batch_size
model.fit(x_train[:train_size], y_train[:train_size], batch_size=batch_size, validation_data=(x_val[:x_val_size], load("v.npy")[:x_val_size]), validation_batch_size=x_val_batch_size)
