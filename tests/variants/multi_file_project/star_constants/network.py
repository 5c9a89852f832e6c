from tensorflow.keras import Input, Model
from tensorflow.keras.layers import *

from config import *


def make_network():
    given = Input((FEATURES,))
    hidden = Dense(9, activation="relu")(given)
    return Model(given, Dense(1)(hidden))
