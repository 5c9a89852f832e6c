import typing

from tensorflow import keras


def build(units: int | None = None):
    return keras.layers.Dense(units or 1)


hints = typing.get_type_hints(build)
# output
import typing

from tensorflow import keras


# gpu2ipu: IPU604 `int | None` cannot be evaluated: the SDK has Python 3.8; write it with `typing`, as `get_type_hints` evaluates it
def build(units: int | None = None):
    return keras.layers.Dense(units or 1)


hints = typing.get_type_hints(build)
