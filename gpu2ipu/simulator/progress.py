"""What is known while a call runs, for people who wait: where a training is, and what memory its programs need.

Nothing is computed for it, and no callback is added, for which Keras would work otherwise: the list of callbacks, which
hears of every execution, is wrapped. Of several steps in one execution it hears of the last.
"""

from __future__ import annotations

import functools
import time
from typing import Any, Callable

from . import events
from .keras2 import installed

INTERVAL = 0.5  # seconds between two entries


class Progress:
    """Writes entries on the running call of a recorder."""

    def __init__(self, write: Callable[..., None], current: Callable[[], dict[str, Any] | None]) -> None:
        """`current` returns the call that runs, if any."""
        self._write = write
        self._current = current
        self._last = time.monotonic() - INTERVAL
        self._programs: list[tuple[int | None, dict[str, Any]]] = []

    def install(self) -> None:
        """Listen to the simulator, and to all lists of callbacks."""
        events.LISTENERS.append(self._hear)
        for callbacks in installed.copies("callbacks"):
            self._watch(callbacks.CallbackList)

    def _hear(self, kind: str, **details: Any) -> None:
        """Write the memory of programs, of each call the same only once."""
        current = self._current()
        of = None if current is None else current["call"]
        if kind == "program" and (of, details["memory"]) not in self._programs:
            self._programs.append((of, details["memory"]))
            self._write(memory=details["memory"], of=of)

    def _watch(self, callback_list: Any) -> None:
        stock = callback_list.on_train_batch_end

        @functools.wraps(stock)
        def on_train_batch_end(callbacks: Any, batch: int, logs: Any = None) -> Any:
            result = stock(callbacks, batch, logs)
            if time.monotonic() - self._last >= INTERVAL:
                self._last = time.monotonic()
                self._at(callbacks, int(batch) + 1, logs)
            return result

        callback_list.on_train_batch_end = on_train_batch_end

    def _at(self, callbacks: Any, step: int, logs: Any) -> None:
        current = self._current()
        if current is None or current["kind"] != "fit" or current["of"]() is not callbacks.model:
            return
        asked = getattr(callbacks, "params", None) or {}
        at = {"call": current["call"], "epoch": current["epochs"] + 1, "epochs": asked.get("epochs")}
        self._write(at={**at, "step": step, "steps": asked.get("steps"), "loss": _loss_of(logs)})


def _loss_of(logs: Any) -> float | None:
    """Return the loss in the logs of a step, if it is known there."""
    loss = logs.get("loss") if isinstance(logs, dict) else None
    try:
        return None if loss is None else float(loss)
    except (TypeError, ValueError):
        return None
