"""Join the predictions of a port that calls `predict` batch by batch, where its original calls it once.

The helper function of such a port is recognised by its name (`gpu2ipu/analysis/library/port_helpers.py`).
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import tensorflow as tf

_HELPER = "predict_batch_by_batch"
_DEPTH = 12  # the most frames from the recorder to the helper, with a comprehension and wrappers in between


class PredictionParts:
    """Finds calls of `predict` that are parts of one prediction, and joins their results."""

    def __init__(self) -> None:
        """Start without any prediction."""
        self._helper: Any = None  # the frame of the helper in which the last prediction was made
        self._results: list[Any] = []
        self.number: int | None = None  # the number of the call that the parts form

    def is_next(self, kind: str) -> bool:
        """Return whether a call that begins now is the next part of the last one; if not, it may be a first part."""
        before, self._helper = self._helper, _running_helper() if kind == "predict" else None
        if self._helper is not None and self._helper is before:
            return True
        self._results, self.number = [], None
        return False

    @property
    def has_begun(self) -> bool:
        """True if there was a part before this one."""
        return bool(self._results)

    def joined(self, result: Any) -> Any:
        """Return the result of a call with those of the parts before it."""
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
