import sys

from tensorflow import keras

try:
    import tomllib
except ImportError:
    import tomli as tomllib
if sys.version_info >= (3, 9):
    from functools import cache
else:
    from functools import lru_cache

    cache = lru_cache(maxsize=None)


@cache
def layer(units):
    return keras.layers.Dense(units)
