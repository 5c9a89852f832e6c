"""A pool of processes that outlives its workers: one that dies costs only what it was working on."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[Item], Result]
Failed = Callable[[Item, str], Result]


def each(
    work: Work[Item, Result], failed: Failed[Item, Result], items: Sequence[Item], jobs: int
) -> Iterator[Result]:
    """`work` of each item, in order; `failed(item, sentence)` for an item whose worker died.

    `work` must be picklable and must not raise. Ending the iteration early, as Ctrl-C does, drops what
    has not begun.
    """
    done = 0
    with _pool(jobs) as pool:
        try:
            with _interrupts_held():
                futures = [pool.submit(work, item) for item in items]
            for future in futures:
                yield future.result()
                done += 1
        except BrokenProcessPool:
            pass  # which file it was is not known: the rest goes through one worker, a file at a time
        finally:
            pool.shutdown(cancel_futures=True)
    rest = list(items[done:])
    while rest:
        with _pool(1) as pool:
            yield from _until_death(pool, work, failed, rest)


def _until_death(
    pool: ProcessPoolExecutor, work: Work[Item, Result], failed: Failed[Item, Result], rest: list[Item]
) -> Iterator[Result]:
    while rest:
        item = rest.pop(0)
        with _interrupts_held():
            future: Future[Result] = pool.submit(work, item)
        try:
            yield future.result()
        except BrokenProcessPool:
            yield failed(item, "internal error: its worker process died; please report it")
            return


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Answer Ctrl-C at the end of the block: while a worker is forked, the interpreter prints and drops it."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears interrupts, and only it may say who answers them
        return
    held = []
    answer = signal.signal(signal.SIGINT, lambda *_: held.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, answer)
        if held:
            signal.raise_signal(signal.SIGINT)


def _pool(jobs: int) -> ProcessPoolExecutor:
    # Ctrl-C goes to the whole process group; the parent alone answers it
    return ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
