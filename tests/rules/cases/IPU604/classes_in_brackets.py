import os
from collections.abc import Iterator

from tensorflow import keras

Shape = tuple[int, int]
Batches = Iterator[Shape | None]


class Models(dict[str, keras.Model]):
    pass
# output
import os
from collections.abc import Iterator
import typing

from tensorflow import keras

Shape = typing.Tuple[int, int]
Batches = typing.Iterator[typing.Union[Shape, None]]


class Models(typing.Dict[str, keras.Model]):
    pass
