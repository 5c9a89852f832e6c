# case: a class compiles its model when it is made; its method gets the data, other ones each time, and tests
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: contains set_steps_per_execution(self.model, train_steps)
# must: sees fit 96
# must: sees fit 32
import os

import numpy as np
from tensorflow import keras


class Trainer:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(8, "relu", input_shape=(4,)), keras.layers.Dense(1)])
        self.model.compile("sgd", "mse")

    def train(self, x, y):
        self.model.fit(x, y, epochs=2, verbose=0)

    def test(self, x, y):
        return self.model.evaluate(x, y, verbose=0)


def read(count):
    x = np.random.default_rng(count).random((count, 4)).astype("float32")
    return x, x.sum(axis=1, keepdims=True)


trainer = Trainer()
count = int(os.environ.get("SAMPLES", "110"))
trainer.train(*read(count))
trainer.train(*read(count // 2))
print(trainer.test(*read(count + 7)))
