import unittest

import numpy as np
from tensorflow import keras
from tensorflow.python import ipu


def build():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse", steps_per_execution=1)
    return model


class Outputs(unittest.TestCase):
    def prediction(self):
        return build().predict(np.ones((1, 4)))

    def test_on_the_host(self):
        assert self.prediction().shape == (1, 1)

    def test_on_an_ipu(self):
        with ipu.ipu_strategy.IPUStrategy().scope():
            assert build().predict(np.ones((32, 4))).shape == (32, 1)
