"""Report what a plain run does on IPUs, without changing what the script does.

The report is a `journal` with the `events` of the calls of the script:

    {"report": 1, "python", "tensorflow", "interpreter", "script", "chip", "allow_oom"}                 first
    {"call": n, "kind", "name"}                       a call of fit, evaluate or predict, or of `strategy.run`
    {"call": n, "plan": {...}, "within": kind}        how Keras executes it; "within" for validation
    {"call": n, "epochs": so far}
    {"call": n, "memory": {...}, "within": kind}      a program has been compiled; no "call" outside of calls
    {"call": n, "done": executions so far, "failed": type of the exception or null}

Calls of `strategy.run` with the same function are one call, whose executions are counted; those inside a `tf.function`
are written at the end, when their number is known.
"""

from __future__ import annotations

import platform
import sys
from typing import Any, Callable

from .. import events
from ..memory.limits import LIMITS
from .journal import Journal

FORMAT = 1


class Reporter(Journal):
    """Listens to the events of this process; it does not import TensorFlow before the script does."""

    def __init__(self, path: str, script: str) -> None:
        """Open the report and listen to events. Raises OSError if it cannot be written."""
        super().__init__(path)
        self._numbers: dict[tuple[str, str], int] = {}
        self._calls = 0
        #: The running calls, outermost first: kind, and number of the outermost.
        self._running: list[tuple[str, int]] = []
        self._executions: dict[int, int] = {}
        self._failed: dict[int, str | None] = {}
        #: Number of a call inside a `tf.function` -> functions that return how often each of its programs has run.
        self._embedded_runs: dict[int, list[Callable[[], int]]] = {}
        self._is_embedded = False
        self._epochs: dict[int, int] = {}
        self._last_memory: dict[str, Any] | None = None
        #: The call that began last, and how often its program had run then.
        self._last_begun = (-1, 0)
        self._write(
            report=FORMAT,
            python=platform.python_version(),
            interpreter=sys.executable,
            script=script,
            chip=LIMITS.chip.name,
            allow_oom=LIMITS.allow_oom,
        )
        self._hear_warnings(only_ours=True)
        events.LISTENERS.append(self._hear)

    def end(self, code: int) -> None:
        """Write the executions of embedded programs, the version of TensorFlow, and the exit code."""
        for number in self._embedded_runs:
            self._write(call=number, done=self._done(number), failed=self._failed[number])
        tensorflow: Any = sys.modules.get("tensorflow")
        self._write(tensorflow=getattr(tensorflow, "__version__", None))
        super().end(code)

    def _hear(self, kind: str, **details: Any) -> None:
        getattr(self, "_" + kind)(**details)

    def _begin(self, call: str, name: str) -> None:
        if self._running:
            self._running.append((call, self._running[0][1]))
            return
        number = self._numbers.get((call, name)) if call == "run" else None
        if number is None:
            number, self._calls = self._calls, self._calls + 1
            self._numbers[call, name] = number
            self._write(call=number, kind=call, name=name)
        self._running.append((call, number))
        self._is_embedded = False
        begun = number, self._done(number)
        if begun != self._last_begun:
            self._last_memory = None
        self._last_begun = begun

    def _end(self, call: str, failed: str | None) -> None:
        _, number = self._running.pop()
        if self._running:
            return
        if call == "run" and failed is None and not self._is_embedded:
            self._executions[number] = self._executions.get(number, 0) + 1
        self._failed[number] = failed
        self._write(call=number, done=self._done(number), failed=failed)

    def _embedded(self, executions: Callable[[], int]) -> None:
        self._embedded_runs.setdefault(self._running[0][1], []).append(executions)
        self._is_embedded = True

    def _done(self, number: int) -> int:
        embedded = sum(count() for count in self._embedded_runs.get(number, ()))
        return self._executions.get(number, 0) + embedded

    def _plan(self, call: str, **details: Any) -> None:
        self._write_of_call(plan={"call": call, **details})

    def _epoch(self) -> None:
        if len(self._running) == 1:
            number = self._running[0][1]
            self._epochs[number] = self._epochs.get(number, 0) + 1
            self._write(call=number, epochs=self._epochs[number])

    def _program(self, memory: dict[str, Any]) -> None:
        # Keras traces a program more than once before it runs; so does TensorFlow if a function creates variables.
        if memory != self._last_memory:
            self._last_memory = memory
            self._write_of_call(memory=memory)

    def _write_of_call(self, **entry: Any) -> None:
        if not self._running:
            self._write(**entry)
            return
        within = {"within": self._running[-1][0]} if len(self._running) > 1 else {}
        self._write(call=self._running[0][1], **within, **entry)
