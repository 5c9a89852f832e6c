from typing import Any, TypeAlias

from tensorflow import keras

Layers: TypeAlias = Any
layer = keras.layers.Dense(1)
# output
from typing import Any
from typing_extensions import TypeAlias

from tensorflow import keras

Layers: TypeAlias = Any
layer = keras.layers.Dense(1)
