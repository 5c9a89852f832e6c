# case: a base Sequence with the length, a subclass with the items; validated by evaluate
# rules: IPU101 IPU102 IPU103 IPU205 IPU301
# port: agrees
# must: sees fit 80
# must: sees evaluate 45
import math

import numpy as np
from tensorflow import keras


class Base(keras.utils.Sequence):
    def __init__(self, rows, size):
        self.rows, self.size = rows, size

    def __len__(self):
        return math.ceil(len(self.rows) / self.size)


class Halves(Base):
    def __getitem__(self, i):
        part = self.rows[i * self.size:(i + 1) * self.size]
        return part[:, :3], part[:, 3:].mean(axis=1)


data = np.random.RandomState(9).rand(135, 6).astype("float32")
train, test = Halves(data[:90], 20), Halves(data[90:], 20)
net = keras.Sequential([keras.layers.Dense(1, input_shape=(3,))])
net.compile("sgd", "mae")
net.fit(train, epochs=1, shuffle=False, verbose=2)
print("mae", net.evaluate(test, verbose=0))
