import argparse
import json

import click
import numpy as np
from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("-b", "--batch-size", type=int)
parser.add_argument("--size", type=int, default=32)
args = parser.parse_args()
settings = json.load(open("settings.json"))


@click.command()
@click.option("--batch", type=int)
def main(batch):
    model.fit(x, y, batch_size=batch)


def run(batch=None):
    model.fit(x, y, batch_size=batch)


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.fit(x, y, batch_size=args.batch_size)
size = settings.get("batch")
model.fit(x, y, batch_size=size)
model.fit(x, y, batch_size=args.size)
main()
# output
import argparse
import json

import click
import numpy as np
from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("-b", "--batch-size", type=int)
parser.add_argument("--size", type=int, default=32)
args = parser.parse_args()
settings = json.load(open("settings.json"))


@click.command()
@click.option("--batch", type=int)
def main(batch):
    train_size = len(x) // (batch or 32) * (batch or 32)
    model.fit(x[:train_size], y[:train_size], batch_size=batch)


def run(batch=None):
    train_size = len(x) // (batch or 32) * (batch or 32)
    model.fit(x[:train_size], y[:train_size], batch_size=batch)


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
train_size = len(x) // (args.batch_size or 32) * (args.batch_size or 32)
model.fit(x[:train_size], y[:train_size], batch_size=args.batch_size)
size = settings.get("batch")
train_size_2 = len(x) // (size or 32) * (size or 32)
model.fit(x[:train_size_2], y[:train_size_2], batch_size=size)
train_size_3 = len(x) // args.size * args.size
model.fit(x[:train_size_3], y[:train_size_3], batch_size=args.size)
main()
