"""A pool of processes that outlives its workers: one that dies costs only what it was working on.

Workers end with the process that they work for, however it ends, and import nothing from the working folder.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

# Copies of this process are the quickest to start; other systems do not have them, or not of every process. There a
# worker is an interpreter of its own, and that is of the kind of `python -c`.
START = "fork" if sys.platform == "linux" else None
_SAFE_PATH = "PYTHONSAFEPATH"

Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[Item], Result]
Failed = Callable[[Item, str], Result]


def is_safe() -> bool:
    """True if workers can be kept from importing modules of the working folder, where a `pickle.py` may be."""
    return START == "fork" or sys.version_info >= (3, 11)


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
            with _starting():
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
        with _starting():
            future: Future[Result] = pool.submit(work, item)
        try:
            yield future.result()
        except BrokenProcessPool:
            yield failed(item, "internal error: its worker process died; please report it")
            return


@contextlib.contextmanager
def _starting() -> Iterator[None]:
    """What starts processes: workers start when they get something to do."""
    before = os.environ.get(_SAFE_PATH)
    with _interrupts_held():
        os.environ[_SAFE_PATH] = "1"
        try:
            yield
        finally:
            if before is None:
                del os.environ[_SAFE_PATH]
            else:
                os.environ[_SAFE_PATH] = before


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
    with _starting():  # of the tracker of resources
        return ProcessPoolExecutor(jobs, multiprocessing.get_context(START), _begin)


def _begin() -> None:
    """Begin a worker: Ctrl-C goes to the whole process group, and the parent alone answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this worker when its parent has ended: one that was killed cannot say so, and its worker would wait."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    multiprocessing.connection.wait([parent.sentinel])
    os._exit(1)
