"""Loss scaling in NumPy, for a linear model of three numbers with the mean squared error."""

from __future__ import annotations

from typing import Any

import numpy as np

#: How many batches of two rows there are.
ROUNDS = 8

X = np.random.RandomState(0).normal(size=(2 * ROUNDS, 3)).astype(np.float32)
Y = X @ np.array([[1.0], [-2.0], [0.5]], np.float32)


class Factor:
    """The factor of the loss as long as nothing of float16 overflows, and the one before it changed last."""

    def __init__(self, initial: float, frequency: int) -> None:
        self.now = self.before = initial
        self._frequency, self._steps = frequency, 0

    def count(self) -> None:
        """Count an update; the factor doubles when it is due."""
        if self._steps and self._steps % self._frequency == 0:
            self.now, self.before, self._steps = 2 * self.now, self.now, 0
        else:
            self._steps += 1


def error(weight: Any, batch: int) -> Any:
    rows = slice(2 * batch, 2 * batch + 2)
    return X[rows] @ weight - Y[rows]


def gradient(weight: Any, batch: int) -> Any:
    """That of the mean squared error of a batch."""
    return X[2 * batch : 2 * batch + 2].T @ error(weight, batch)
