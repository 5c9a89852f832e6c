from dataclasses import dataclass

from tensorflow import keras


@dataclass(frozen=True, slots=True)
class Options:
    units: int = 4


for units, name in zip([1, 2], ["a", "b"], strict=True):
    layer = keras.layers.Dense(units, name=name)
# output
from dataclasses import dataclass

from tensorflow import keras


@dataclass(frozen=True)
class Options:
    units: int = 4


for units, name in zip([1, 2], ["a", "b"]):
    layer = keras.layers.Dense(units, name=name)
