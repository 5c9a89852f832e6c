# case: a generator method of a class shuffles with a seeded RandomState and yields tuples; steps from the class
# rules: IPU101 IPU102 IPU103 IPU205 IPU301
# port: agrees
# must: sees fit 90
import numpy as np
from tensorflow import keras


class Batches:
    def __init__(self, x, y, size):
        self.x, self.y, self.size = x, y, size
        self.steps = len(x) // size

    def forever(self):
        random = np.random.RandomState(0)
        while True:
            order = random.permutation(len(self.x))
            for step in range(self.steps):
                pick = order[step * self.size:(step + 1) * self.size]
                yield self.x[pick], self.y[pick]


rows = np.random.RandomState(1).rand(97, 4).astype("float32")
batches = Batches(rows, rows.sum(axis=1), 15)
net = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
net.compile("sgd", "mse")
net.fit(batches.forever(), steps_per_epoch=batches.steps, epochs=2, verbose=0)
