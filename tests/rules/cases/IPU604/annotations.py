#!/usr/bin/env python
# A script.
import os

from tensorflow import keras


def build(units: int | None = None, *sizes: tuple[int, int]) -> dict[str, keras.Model]:
    names: list[str] = []
    return {name: keras.Sequential() for name in names}
# output
#!/usr/bin/env python
# A script.
from __future__ import annotations

import os

from tensorflow import keras


def build(units: int | None = None, *sizes: tuple[int, int]) -> dict[str, keras.Model]:
    names: list[str] = []
    return {name: keras.Sequential() for name in names}
