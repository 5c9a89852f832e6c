from tensorflow import keras

Number = int | float | None


def layer(size):
    if isinstance(size, int | None):
        return keras.layers.Dense(size or 1)
    return size
# output
from tensorflow import keras
import typing

Number = typing.Union[int, float, None]


def layer(size):
    if isinstance(size, (int, type(None))):
        return keras.layers.Dense(size or 1)
    return size
