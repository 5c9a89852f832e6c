"""A script."""
from collections.abc import Callable

from tensorflow import keras


class Trainer:
    hook: Callable[[int], None]
# output
"""A script."""

from __future__ import annotations

from collections.abc import Callable

from tensorflow import keras


class Trainer:
    hook: Callable[[int], None]
