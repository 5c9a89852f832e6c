from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()


class Trainer:
    def __init__(self, units):
        self.model = keras.Sequential([keras.layers.Dense(units)])
        self.model.compile("sgd", "mse")

    def fit(self, x, y):
        return self.model.fit(x, y)


trainer = Trainer(8)
trainer.fit([[0.0]], [[0.0]])
# output
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()


class Trainer:
    def __init__(self, units):
        self.model = keras.Sequential([keras.layers.Dense(units)])
        self.model.compile("sgd", "mse")

    def fit(self, x, y):
        return self.model.fit(x, y)


with strategy.scope():
    trainer = Trainer(8)
trainer.fit([[0.0]], [[0.0]])
