import numpy as np
from tensorflow import keras


class Trainer:
    def __init__(self, batch):
        self.batch = batch

    def data(self):
        x, y = np.load("x.npy"), np.load("y.npy")
        rows = len(x) // self.batch * self.batch
        return x[:rows], y[:rows]

    def train(self, x, y):
        model = keras.Sequential([keras.layers.Dense(1)])
        model.fit(x, y, batch_size=self.batch)

    def run(self):
        x, y = np.load("x.npy"), np.load("y.npy")
        rows = len(x) // self.batch * self.batch
        model = keras.Sequential([keras.layers.Dense(1)])
        model.fit(x[:rows], y[:rows], batch_size=self.batch)


first = Trainer(int(input()))
x, y = first.data()
first.train(x, y)
second = Trainer(int(input()))
second.train(x, y)
second.run()
# output
import numpy as np
from tensorflow import keras


class Trainer:
    def __init__(self, batch):
        self.batch = batch

    def data(self):
        x, y = np.load("x.npy"), np.load("y.npy")
        rows = len(x) // self.batch * self.batch
        return x[:rows], y[:rows]

    def train(self, x, y):
        model = keras.Sequential([keras.layers.Dense(1)])
        train_size = len(x) // self.batch * self.batch
        model.fit(x[:train_size], y[:train_size], batch_size=self.batch)

    def run(self):
        x, y = np.load("x.npy"), np.load("y.npy")
        rows = len(x) // self.batch * self.batch
        model = keras.Sequential([keras.layers.Dense(1)])
        model.fit(x[:rows], y[:rows], batch_size=self.batch)


first = Trainer(int(input()))
x, y = first.data()
first.train(x, y)
second = Trainer(int(input()))
second.train(x, y)
second.run()
