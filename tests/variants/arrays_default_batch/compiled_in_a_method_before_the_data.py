# case: a class makes and compiles its model before it loads the data, and trains it by a partial
# rules: IPU101 IPU102 IPU103 IPU202
# port: agrees
# must: contains steps_per_execution=
# must: sees fit 224
import functools
import io
import sys

import numpy as np
from tensorflow import keras


class Trainer:
    def __init__(self, rows):
        self.rows = rows

    def load(self):
        memory = io.StringIO("\n".join(f"{i % 5} {i % 7} {i % 3}" for i in range(self.rows)))
        table = np.loadtxt(memory).astype("float32")
        return table[:, :2], table[:, 2]

    def run(self):
        self.model = keras.Sequential([keras.layers.Dense(8, input_shape=(2,)), keras.layers.Dense(1)])
        # plain descent will do
        self.model.compile("sgd", "mse")
        self.model.summary()
        x, y = self.load()
        train = functools.partial(self.model.fit, x, y, verbose=0)
        return train(epochs=2).history["loss"][-1]


loss = Trainer(250).run()
print("loss", loss)
sys.exit(0 if np.isfinite(loss) else 1)
