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


def set_steps_per_execution(model, steps):
    """Compile a model again as it is, with another `steps_per_execution`; its weights and its optimizer stay."""
    if int(model._steps_per_execution.numpy()) != steps:
        model.compile(**model._get_compile_args(), steps_per_execution=steps)


def build(units):
    model = keras.Sequential([keras.layers.Dense(units)])
    model.compile("adam", "mse")
    return model


class Agent:
    def __init__(self, units):
        self.net = build(units)

    def learn(self, memory):
        state, reward = np.array(memory.states), np.array(memory.rewards)
        set_steps_per_execution(self.net, len(state) // 32)
        self.net.fit(state, reward, verbose=0)
