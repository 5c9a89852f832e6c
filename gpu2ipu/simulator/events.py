"""Events of the emulated SDK that a report may record. There may be no listener.

begin(call, name)        a call of fit, evaluate or predict, or of `strategy.run` (call "run") begins
plan(call, ...)          how Keras executes the running call; see `keras.extensions._execution.executables`
epoch()                  the running call begins an epoch
program(memory)          a program has been compiled; see `memory.estimate.as_json`
embedded(executions)     `strategy.run` only embeds its program in a function on the host, which calls it when it
                         runs; `executions()` returns how often it has run
end(call, failed)        the call has ended; `failed` is the type of its exception, or None
"""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator

#: Called with the kind of each event and its details as keywords.
LISTENERS: list[Callable[..., None]] = []


def tell(kind: str, **details: Any) -> None:
    """Send an event to all listeners."""
    for listener in LISTENERS:
        listener(kind, **details)


@contextlib.contextmanager
def calling(call: str, name: str) -> Iterator[None]:
    """Send `begin` at the start of this context and `end` at its end, also after an exception."""
    tell("begin", call=call, name=name)
    try:
        yield
    except BaseException as error:
        tell("end", call=call, failed=type(error).__name__)
        raise
    tell("end", call=call, failed=None)
