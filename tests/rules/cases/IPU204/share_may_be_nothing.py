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
    """Return a batch size near `batch_size` that divides `rows`, so that no batch is partial."""
    below = max(size for size in range(1, min(rows, batch_size) + 1) if rows % size == 0)
    above = [size for size in range(batch_size + 1, 4 * batch_size + 1) if rows % size == 0]
    return above[0] if above and 4 * below < min(rows, batch_size) else below


def train(split=0.0):
    train_rows = int(len(x) * (1 - split))
    validation_batch_size = even_batch_size(len(x) - train_rows or 1, 32)
    train_size = train_rows // 32 * 32
    model.fit(x[:train_size], y[:train_size], batch_size=32, validation_data=(x[train_rows:], y[train_rows:]) if split else None, validation_batch_size=validation_batch_size)


parser = argparse.ArgumentParser()
parser.add_argument("--share", type=float)
args = parser.parse_args()
x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
train()
train(0.25)
train_rows = int(len(x) * (1 - (args.share or 0)))
validation_batch_size = even_batch_size(len(x) - train_rows or 1, 32)
train_size = train_rows // 32 * 32
model.fit(x[:train_size], y[:train_size], batch_size=32, validation_data=(x[train_rows:], y[train_rows:]) if args.share else None, validation_batch_size=validation_batch_size)
