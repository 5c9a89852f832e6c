import numpy as np


def batches(size):
    rng = np.random.RandomState(7)
    while True:
        x = rng.rand(size, 2).astype("float32")
        yield x, x.sum(axis=1, keepdims=True)
