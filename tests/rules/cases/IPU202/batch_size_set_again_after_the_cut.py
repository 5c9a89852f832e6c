import argparse

import numpy as np
from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("--batch", type=int, default=32)
args = parser.parse_args()
options = {"batch": int(input())}


def prepare():
    data = np.load("a.npz")
    rows = len(data["x"]) // batch * batch
    return data["x"][:rows], data["y"][:rows]


batch = 32
x, y = prepare()
model = keras.Sequential([keras.layers.Dense(1)])
for batch in (32, 50):
    model.fit(x, y, batch_size=batch)

x, y = np.load("x.npy"), np.load("y.npy")
rows = len(x) - len(x) % args.batch
x, y = x[:rows], y[:rows]
model.fit(x, y, batch_size=args.batch)
args.batch *= 3
model.fit(x, y, batch_size=args.batch)

x, y = np.load("x.npy"), np.load("y.npy")
rows = len(x) // options["batch"] * options["batch"]
x, y = x[:rows], y[:rows]
model.fit(x, y, batch_size=options["batch"])
options["batch"] = int(input())
model.fit(x, y, batch_size=options["batch"])
# output
import argparse

import numpy as np
from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("--batch", type=int, default=32)
args = parser.parse_args()
options = {"batch": int(input())}


def prepare():
    data = np.load("a.npz")
    rows = len(data["x"]) // batch * batch
    return data["x"][:rows], data["y"][:rows]


batch = 32
x, y = prepare()
model = keras.Sequential([keras.layers.Dense(1)])
for batch in (32, 50):
    train_size = len(x) // batch * batch
    model.fit(x[:train_size], y[:train_size], batch_size=batch)

x, y = np.load("x.npy"), np.load("y.npy")
rows = len(x) - len(x) % args.batch
x, y = x[:rows], y[:rows]
model.fit(x, y, batch_size=args.batch)
args.batch *= 3
train_size_2 = len(x) // args.batch * args.batch
model.fit(x[:train_size_2], y[:train_size_2], batch_size=args.batch)

x, y = np.load("x.npy"), np.load("y.npy")
rows = len(x) // options["batch"] * options["batch"]
x, y = x[:rows], y[:rows]
model.fit(x, y, batch_size=options["batch"])
options["batch"] = int(input())
train_size_3 = len(x) // options["batch"] * options["batch"]
model.fit(x[:train_size_3], y[:train_size_3], batch_size=options["batch"])
