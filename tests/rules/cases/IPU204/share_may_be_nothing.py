import argparse

import numpy as np
from tensorflow import keras


def train(split=0.0):
    model.fit(x, y, batch_size=32, validation_split=split)


parser = argparse.ArgumentParser()
parser.add_argument("--share", type=float)
args = parser.parse_args()
x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
train()
train(0.25)
model.fit(x, y, batch_size=32, validation_split=args.share)
# output
import argparse

import numpy as np
from tensorflow import keras


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


def train(split=0.0):
    train_rows = int(len(x) * (1 - split))
    validation_batch_size = even_batch_size(len(x) - train_rows or 1, 32)
    validation_rows = (len(x) - train_rows or 1) // validation_batch_size * validation_batch_size
    train_size = train_rows // 32 * 32
    model.fit(x[:train_size], y[:train_size], batch_size=32, validation_data=(x[train_rows : train_rows + validation_rows], y[train_rows : train_rows + validation_rows]) if split else None, validation_batch_size=validation_batch_size)


parser = argparse.ArgumentParser()
parser.add_argument("--share", type=float)
args = parser.parse_args()
x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
train()
train(0.25)
train_rows = int(len(x) * (1 - (args.share or 0)))
validation_batch_size = even_batch_size(len(x) - train_rows or 1, 32)
validation_rows = (len(x) - train_rows or 1) // validation_batch_size * validation_batch_size
train_size = train_rows // 32 * 32
model.fit(x[:train_size], y[:train_size], batch_size=32, validation_data=(x[train_rows : train_rows + validation_rows], y[train_rows : train_rows + validation_rows]) if args.share else None, validation_batch_size=validation_batch_size)
