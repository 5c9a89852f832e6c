import numpy as np
import tensorflow as tf


def rows(count, seed=0):
    rng = np.random.RandomState(seed)
    x = rng.randn(count, 4).astype(np.float32)
    return x, np.abs(x[:, 0])


def training(size, seed=0):
    return tf.data.Dataset.from_tensor_slices(rows(100, seed)).shuffle(100, seed=1).batch(size)
