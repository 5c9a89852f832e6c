"""Signals that end a program, while there is something to finish or to hand on first."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator

_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextlib.contextmanager
def handled(handler: Callable[[int, object], None], *more: signal.Signals) -> Iterator[None]:
    """Let a function handle TERM and HUP, and others, in this context; those that are ignored stay so, as by nohup."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = [number for number in (*_ENDING, *more) if signal.getsignal(number) is not signal.SIG_IGN]
    before = [(number, signal.signal(number, handler)) for number in heard]
    try:
        yield
    finally:
        for number, earlier in before:
            signal.signal(number, earlier)


@contextlib.contextmanager
def delayed() -> Iterator[None]:
    """Let INT, TERM and HUP wait for the end of this context."""
    came: list[int] = []
    try:
        with handled(lambda number, _: came.append(number), signal.SIGINT):
            yield
    finally:
        for number in dict.fromkeys(came):
            signal.raise_signal(number)
