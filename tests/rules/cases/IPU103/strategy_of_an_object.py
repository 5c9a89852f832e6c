from tensorflow import keras
from tensorflow.python import ipu


class Trainer:
    def __init__(self):
        self.strategy = ipu.ipu_strategy.IPUStrategy()

    def train(self, x):
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("sgd", "mse")
        model.fit(x)


Trainer().train([[0.0]])
# output
from tensorflow import keras
from tensorflow.python import ipu


class Trainer:
    def __init__(self):
        self.strategy = ipu.ipu_strategy.IPUStrategy()

    def train(self, x):
        with self.strategy.scope():
            model = keras.Sequential([keras.layers.Dense(1)])
            model.compile("sgd", "mse")
        model.fit(x)


Trainer().train([[0.0]])
