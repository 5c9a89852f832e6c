import functools
from functools import cache, partial

from tensorflow import keras


@cache
def layer(units):
    return keras.layers.Dense(units)


@functools.cache
def model():
    return keras.Sequential([layer(1)])
# output
import functools
from functools import lru_cache, partial

from tensorflow import keras


@lru_cache(maxsize=None)
def layer(units):
    return keras.layers.Dense(units)


@functools.lru_cache(maxsize=None)
def model():
    return keras.Sequential([layer(1)])
