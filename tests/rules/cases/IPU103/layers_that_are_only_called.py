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
    # gpu2ipu: IPU103 a Keras object is created in a function that this script never calls: enter the strategy's scope where it is called
    model = keras.Sequential([Residual(keras.layers.Dense(4))])
    model.compile("adam", total)
    model.fit(x, y)
