# flags: --notes 7 --all-rules
from tensorflow import keras


def create(strategy):
    with strategy.scope():
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("adam", "mse")
    return model
# output
from tensorflow import keras


def create(strategy):
    with strategy.scope():
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("adam", "mse")
    return model
