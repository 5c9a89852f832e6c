"""What happens in this process that a report may want to know. Nobody need listen.

Events, told by the emulated SDK:

    begin(call, name)        a call of fit, evaluate or predict, or of `strategy.run` (call "run")
    plan(call, ...)          how Keras executes the running call; see `keras.extensions._execution.executables`
    epoch()                  the call that is running begins an epoch
    program(memory)          a program has been compiled; see `memory.estimate.as_json`
    embedded(executions)     the "run" only puts its program into a function of the host, which calls it when it
                             runs; `executions()` says how often it has
    end(call, failed)        the call has ended, or failed with a message
"""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator

#: Called with the kind of each event and what there is to say about it.
LISTENERS: list[Callable[..., None]] = []


def tell(kind: str, **details: Any) -> None:
    """Let all who listen know."""
    for listener in LISTENERS:
        listener(kind, **details)


@contextlib.contextmanager
def calling(call: str, name: str) -> Iterator[None]:
    """Tell of the begin and the end of what this context does."""
    tell("begin", call=call, name=name)
    try:
        yield
    except BaseException as error:
        tell("end", call=call, failed=type(error).__name__)
        raise
    tell("end", call=call, failed=None)
