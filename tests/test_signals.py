"""Signals wait, and are handled in a context only."""

from __future__ import annotations

import signal
import threading

import pytest

from gpu2ipu import signals


def test_delayed_signals_come_at_the_end() -> None:
    seen: list[str] = []
    before = signal.signal(signal.SIGTERM, lambda *_: seen.append("signal"))
    try:
        with signals.delayed():
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGTERM)
            seen.append("inside")
        assert seen == ["inside", "signal"]
        with pytest.raises(ValueError), signals.delayed():
            signal.raise_signal(signal.SIGTERM)
            raise ValueError
        assert seen == ["inside", "signal", "signal"]
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_delayed_interrupt_is_one() -> None:
    reached = False
    with pytest.raises(KeyboardInterrupt), signals.delayed():
        signal.raise_signal(signal.SIGINT)
        reached = True
    assert reached


def test_ignored_signals_stay_ignored_and_earlier_handlers_return() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    seen: list[int] = []
    try:
        earlier = signal.getsignal(signal.SIGTERM)
        with signals.handled(lambda number, _: seen.append(number)):
            signal.raise_signal(signal.SIGHUP)
            signal.raise_signal(signal.SIGTERM)
        assert seen == [signal.SIGTERM] and signal.getsignal(signal.SIGTERM) is earlier
    finally:
        signal.signal(signal.SIGHUP, before)


def test_other_threads_leave_the_handlers_alone() -> None:
    handlers = []

    def inside() -> None:
        with signals.delayed():
            handlers.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=inside)
    thread.start()
    thread.join()
    assert handlers == [signal.getsignal(signal.SIGTERM)]
