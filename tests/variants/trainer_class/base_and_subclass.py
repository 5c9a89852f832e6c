# case: an abstract base trains what subclasses build; typed attributes, a property for the score
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 160
# must: sees evaluate 48
import abc

import numpy as np
from tensorflow import keras
from tensorflow.keras import layers


class Experiment(abc.ABC):
    model: keras.Model

    def __init__(self, x, y, batch_size: int = 32):
        self.x, self.y = x, y
        self.batch_size = batch_size
        self.model = self.build(x.shape[1])
        self.model.compile("sgd", "mse", metrics=["mae"])

    @abc.abstractmethod
    def build(self, width: int) -> keras.Model:
        """Make the network."""

    def run(self) -> "Experiment":
        self.model.fit(self.x[48:], self.y[48:], batch_size=self.batch_size, epochs=1, verbose=0)
        return self

    @property
    def score(self) -> float:
        return self.model.evaluate(self.x[:48], self.y[:48], batch_size=16, verbose=0)[1]


class Linear(Experiment):
    def build(self, width):
        return keras.Sequential([layers.Dense(1, input_shape=(width,))])


rows = np.random.RandomState(1).rand(225, 4).astype("float32")
print("mae", Linear(rows, rows.max(axis=1)).run().score)
