# case: a function compiles, trains and only then reads the pair of inputs that it evaluates, in batches of its own size
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: contains evaluate_by_executions(
# must: contains tf.nest.flatten(x)
# must: sees fit 120
# must: sees evaluate 101
import os

import numpy as np
from tensorflow import keras

rng = np.random.default_rng(5)


def read(count):
    left, right = rng.random((count, 3)).astype("float32"), rng.random((count, 2)).astype("float32")
    return [left, right], left.sum(axis=1, keepdims=True) - right.mean(axis=1, keepdims=True)


def run():
    inputs = [keras.Input((3,)), keras.Input((2,))]
    model = keras.Model(inputs, keras.layers.Dense(1)(keras.layers.concatenate(inputs)))
    model.compile("sgd", "mse")
    x, y = read(120)
    model.fit(x, y, batch_size=24, epochs=2, verbose=0)
    x, y = read(int(os.environ.get("TESTED", "101")))
    print(model.evaluate(x, y, batch_size=10, verbose=0))


run()
