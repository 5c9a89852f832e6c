from tensorflow import keras
from tensorflow.keras import backend as K


class Residual(keras.layers.Layer):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def call(self, inputs):
        return keras.layers.add([inputs, self.inner(inputs)])


def total(true, predicted):
    return K.sum(K.square(true - predicted))


def train(x, y):
    model = keras.Sequential([Residual(keras.layers.Dense(4))])
    model.compile("adam", total)
    model.fit(x, y)
# output
from tensorflow import keras
from tensorflow.keras import backend as K


class Residual(keras.layers.Layer):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def call(self, inputs):
        return keras.layers.add([inputs, self.inner(inputs)])


def total(true, predicted):
    return K.sum(K.square(true - predicted))


def train(x, y):
    # gpu2ipu: IPU103 `train` creates Keras objects, and nothing in this script calls it: configure an IPU in the script that does, and call it in the strategy's scope
    model = keras.Sequential([Residual(keras.layers.Dense(4))])
    model.compile("adam", total)
    model.fit(x, y)
