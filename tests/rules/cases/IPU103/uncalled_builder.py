# flags: --notes 6 --all-rules
from tensorflow import keras


def build():
    return keras.Sequential([keras.layers.Dense(1)])


def build_deep(depth):
    model = keras.Sequential([keras.layers.Dense(1) for _ in range(depth)])
    model.compile("adam", "mse")
    return model


class Builder:
    def create(self):
        return build_deep(3)
# output
from tensorflow import keras


def build():
    return keras.Sequential([keras.layers.Dense(1)])


def build_deep(depth):
    model = keras.Sequential([keras.layers.Dense(1) for _ in range(depth)])
    model.compile("adam", "mse")
    return model


class Builder:
    def create(self):
        return build_deep(3)
