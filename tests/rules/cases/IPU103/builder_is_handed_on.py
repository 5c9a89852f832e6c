import keras_tuner
from scikeras.wrappers import KerasClassifier
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def build(options, units=8):
    model = keras.Sequential([keras.layers.Dense(units)])
    return model


def build_inside(options):
    with strategy.scope():
        return build(options)


class Tuned(keras_tuner.HyperModel):
    def build(self, options):
        return keras.Sequential([keras.layers.Dense(3)])


def loss(x, y):
    return x - y


tuner = keras_tuner.RandomSearch(build, objective=loss)
others = keras_tuner.Hyperband(hypermodel=Tuned())
good = keras_tuner.RandomSearch(build_inside, objective=loss)
with strategy.scope():
    models = list(map(build, ({}, {})))
    wrapped = KerasClassifier(build)
    best = build(tuner.get_best_hyperparameters()[0])
# output
import keras_tuner
from scikeras.wrappers import KerasClassifier
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def build(options, units=8):
    model = keras.Sequential([keras.layers.Dense(units)])
    return model


def build_inside(options):
    with strategy.scope():
        return build(options)


class Tuned(keras_tuner.HyperModel):
    def build(self, options):
        return keras.Sequential([keras.layers.Dense(3)])


def loss(x, y):
    return x - y


# gpu2ipu: IPU103 `build` is passed to `keras_tuner.RandomSearch`, which calls it outside of the scope: enter the strategy's scope in it; what is trained there needs full batches, too
tuner = keras_tuner.RandomSearch(build, objective=loss)
# gpu2ipu: IPU103 `Tuned()` is passed to `keras_tuner.Hyperband`, which calls it outside of the scope: enter the strategy's scope in it; what is trained there needs full batches, too
others = keras_tuner.Hyperband(hypermodel=Tuned())
good = keras_tuner.RandomSearch(build_inside, objective=loss)
with strategy.scope():
    models = list(map(build, ({}, {})))
    wrapped = KerasClassifier(build)
    best = build(tuner.get_best_hyperparameters()[0])
