# flags: --select IPU104,IPU103,IPU102,IPU101
import numpy as np
import tensorflow as tf
from tensorflow import keras


class TrainingLoop:
    def __init__(self, net=None):
        self.net = net or keras.Sequential([keras.layers.Dense(1)])
        self.net.compile("sgd", "mse")

    def train(self, data):
        for x, y in data:
            self.net.train_on_batch(x, y)
        return self


def build(width):
    model = keras.Sequential([keras.layers.Dense(width), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


def train(model, x):
    return model.fit(x, x)


def run():
    return build(3).fit(x, x)


x = np.load("x.npy")
TrainingLoop().train(x)
TrainingLoop(build(1)).train(x).train(x)
history = train(build(2), x)
print(build(4).evaluate(x, x))
keras.Sequential([keras.layers.Dense(1)]).predict(x)
run()
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


class TrainingLoop:
    def __init__(self, net=None):
        self.net = net or keras.Sequential([keras.layers.Dense(1)])
        self.net.compile("sgd", "mse")

    def train(self, data):
        for x, y in data:
            self.net.train_on_batch(x, y)
        return self


def build(width):
    model = keras.Sequential([keras.layers.Dense(width), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


def train(model, x):
    return model.fit(x, x)


def run():
    with strategy.scope():
        model_4 = build(3)
    return model_4.fit(x, x)


x = np.load("x.npy")
with strategy.scope():
    training_loop = TrainingLoop()
training_loop.train(x)
with strategy.scope():
    training_loop_2 = TrainingLoop(build(1))
training_loop_2.train(x).train(x)
with strategy.scope():
    ipu_model = build(2)
history = train(ipu_model, x)
with strategy.scope():
    model_2 = build(4)
print(model_2.evaluate(x, x))
with strategy.scope():
    model_3 = keras.Sequential([keras.layers.Dense(1)])
model_3.predict(x)
run()
