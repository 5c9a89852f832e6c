"""Join the parts of a call of a port, where its original calls a method once.

A port may call `predict` batch by batch, and `evaluate` with full batches and then with what is left over. The helper
functions of such ports are recognised by their names (`gpu2ipu/analysis/library/port_helpers.py`).
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import tensorflow as tf

_HELPERS = {
    "predict": ("predict_batch_by_batch", "predict_one_by_one"),
    "evaluate": ("evaluate_all_rows", "evaluate_by_executions", "evaluate_all_batches"),
}
_DEPTH = 12  # the most frames from the recorder to the helper, with a comprehension and wrappers in between


class CallParts:
    """Finds calls that are parts of one prediction or evaluation, and joins their results."""

    def __init__(self) -> None:
        """Start without any call."""
        self._helper: Any = None  # the frame of the helper in which the last call was made
        self._results: list[Any] = []
        self._evaluated: dict[str, Any] | None = None
        self.number: int | None = None  # the number of the call that the parts form

    def is_next(self, kind: str) -> bool:
        """Return whether a call that begins now is the next part of the last one; if not, it may be a first part."""
        before, self._helper = self._helper, _running_helper(kind)
        if self._helper is not None and self._helper is before:
            return True
        self._results, self._evaluated, self.number = [], None, None
        return False

    @property
    def has_begun(self) -> bool:
        """True if there was a part before this one."""
        return bool(self._results) or self._evaluated is not None

    @property
    def rows(self) -> int | None:
        """The samples of all parts of an evaluation that is running; None of any other call."""
        in_parts = self._helper is not None and "evaluate" in self._helper.f_code.co_name
        return self._helper.f_locals.get("rows") if in_parts else None

    def joined(self, result: Any) -> Any:
        """Return the predictions of a call with those of the parts before it."""
        if self._helper is None:
            return result
        self._results.append(result)
        return tf.nest.map_structure(lambda *arrays: np.concatenate(arrays), *self._results)

    def averaged(
        self, values: dict[str, Any], counts: dict[str, int] | None, shortened: bool
    ) -> tuple[dict[str, Any], dict[str, int] | None]:
        """Return the results of an evaluation, and what it has counted, with those of the part before it.

        If that was shortened, it stands for the whole.
        """
        before = self._evaluated
        if before is None or not counts or not before["counts"]:
            self._evaluated = {"values": values, "counts": counts, "shortened": shortened}
            return values, counts
        theirs = before["counts"]
        if before["shortened"]:
            return before["values"], theirs
        rows = theirs["rows"] + counts["rows"]
        means = {
            name: (before["values"][name] * theirs["rows"] + value * counts["rows"]) / rows
            for name, value in values.items()
        }
        steps, batch = theirs["steps"] + counts["steps"], max(theirs["batch"], counts["batch"])
        return means, {"steps": steps, "rows": rows, "batch": batch}


def _running_helper(kind: str) -> Any:
    frame: Any = sys._getframe(2)
    for _ in range(_DEPTH):
        if frame is None or any(name in frame.f_code.co_name for name in _HELPERS.get(kind, ())):
            return frame
        frame = frame.f_back
    return None
