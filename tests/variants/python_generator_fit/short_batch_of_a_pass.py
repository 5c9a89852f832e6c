# case: a generator goes through its rows again and again, with a short batch at the end of each pass, for a subclassed model
# rules: IPU101 IPU102 IPU103 IPU205 IPU301
# port: agrees
# must: contains drop_remainder=True
# must: sees fit 150
import numpy as np
from tensorflow import keras

BATCH_SIZE = 30


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(6, activation="tanh")
        self.out = keras.layers.Dense(1)

    def call(self, inputs):
        return self.out(self.hidden(inputs))


rng = np.random.RandomState(0)
x = rng.rand(110, 4)
y = x.sum(axis=1)


def batches():
    while True:
        for start in range(0, len(x), BATCH_SIZE):
            yield x[start : start + BATCH_SIZE], y[start : start + BATCH_SIZE]


model = Net()
model.compile(optimizer="sgd", loss="mse")
model.fit(batches(), steps_per_epoch=5, epochs=2, verbose=0)
