import numpy as np
from tensorflow import keras


def build(units):
    model = keras.Sequential([keras.layers.Dense(units)])
    model.compile("adam", "mse")
    return model


class Agent:
    def __init__(self, units):
        self.net = build(units)

    def learn(self, memory):
        state, reward = np.array(memory.states), np.array(memory.rewards)
        self.net.fit(state, reward, verbose=0)
# output
import numpy as np
from tensorflow import keras


def build(units):
    model = keras.Sequential([keras.layers.Dense(units)])
    # gpu2ipu: IPU301 `compile` without `steps_per_execution`: each execution runs a single batch; the step count of `self.net.fit` is not known at `compile()`
    model.compile("adam", "mse")
    return model


class Agent:
    def __init__(self, units):
        self.net = build(units)

    def learn(self, memory):
        state, reward = np.array(memory.states), np.array(memory.rewards)
        self.net.fit(state, reward, verbose=0)
