"""A port that predicts batch by batch calls `predict` several times for one call of its original.

The function that it brings along for that is known by its name (`gpu2ipu/analysis/library/port_helpers.py`).
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import tensorflow as tf

_HELPER = "predict_batch_by_batch"
_DEPTH = 12  # frames from the recorder to the helper, with a comprehension and wrappers between them


class PredictionParts:
    """Tells which predictions are parts of one, and joins what they give."""

    def __init__(self) -> None:
        """No prediction has begun."""
        self._helper: Any = None  # the running call of the helper that the last prediction belonged to
        self._results: list[Any] = []
        self.number: int | None = None  # of the call that the parts make up

    def is_next(self, kind: str) -> bool:
        """Whether a call that begins now goes on with the last one; else it may be the first of several."""
        before, self._helper = self._helper, _running_helper() if kind == "predict" else None
        if self._helper is not None and self._helper is before:
            return True
        self._results, self.number = [], None
        return False

    @property
    def has_begun(self) -> bool:
        """Whether there was a part before this one."""
        return bool(self._results)

    def joined(self, result: Any) -> Any:
        """The result of a call with those of the parts before it."""
        if self._helper is None:
            return result
        self._results.append(result)
        return tf.nest.map_structure(lambda *arrays: np.concatenate(arrays), *self._results)


def _running_helper() -> Any:
    frame: Any = sys._getframe(2)
    for _ in range(_DEPTH):
        if frame is None or _HELPER in frame.f_code.co_name:
            return frame
        frame = frame.f_back
    return None
