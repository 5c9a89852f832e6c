import sys

from tensorflow import keras

layer = keras.layers.Dense(1)
options = {"optimizer": "sgd"}


def debug(chosen):
    chosen["loss"] = "mse"
    chosen["run_eagerly"] = True


def build(chosen={"optimizer": "sgd"}):
    model = keras.Sequential([layer])
    model.compile(**chosen)
    chosen["loss"] = "mse"
    chosen["run_eagerly"] = True
    return model


def make(**chosen):
    if "--debug" in sys.argv:
        chosen["run_eagerly"] = True
    model = keras.Sequential([layer])
    model.compile("sgd", "mse", **chosen)
    return model


debug(options)
model = keras.Sequential([layer])
model.compile(**options)
models = build(), build(), make()
# output
import sys

from tensorflow import keras

layer = keras.layers.Dense(1)
options = {"optimizer": "sgd"}


def debug(chosen):
    chosen["loss"] = "mse"
    chosen["run_eagerly"] = True


def build(chosen={"optimizer": "sgd"}):
    model = keras.Sequential([layer])
    model.compile(**{**chosen, "run_eagerly": False})
    chosen["loss"] = "mse"
    chosen["run_eagerly"] = True
    return model


def make(**chosen):
    if "--debug" in sys.argv:
        chosen["run_eagerly"] = True
    model = keras.Sequential([layer])
    model.compile("sgd", "mse", **{**chosen, "run_eagerly": False})
    return model


debug(options)
model = keras.Sequential([layer])
model.compile(**{**options, "run_eagerly": False})
models = build(), build(), make()
