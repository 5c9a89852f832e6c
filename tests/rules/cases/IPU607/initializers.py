import numpy as np
from tensorflow import keras
from tensorflow.keras.layers import Dense


def scaled(shape, name=None):
    return np.random.normal(size=shape) / shape[0]


def of_today(shape, dtype=None):
    return np.zeros(shape)


def of_any(shape, **options):
    return np.zeros(shape)


def loss(truth, prediction):
    return truth - prediction


model = keras.Sequential()
model.add(Dense(4, kernel_initializer=scaled, bias_initializer="zeros"))
model.add(Dense(4, kernel_initializer=of_today, bias_initializer=of_any))
model.add(Dense(4, init=scaled, bias_initializer=keras.initializers.Zeros()))
model.add(Dense(4, activation=loss))
# output
import numpy as np
from tensorflow import keras
from tensorflow.keras.layers import Dense


def scaled(shape, name=None, dtype=None):
    return np.random.normal(size=shape) / shape[0]


def of_today(shape, dtype=None):
    return np.zeros(shape)


def of_any(shape, **options):
    return np.zeros(shape)


def loss(truth, prediction):
    return truth - prediction


model = keras.Sequential()
model.add(Dense(4, kernel_initializer=scaled, bias_initializer="zeros"))
model.add(Dense(4, kernel_initializer=of_today, bias_initializer=of_any))
model.add(Dense(4, kernel_initializer=scaled, bias_initializer=keras.initializers.Zeros()))
model.add(Dense(4, activation=loss))
