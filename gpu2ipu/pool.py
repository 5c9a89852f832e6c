"""A pool of processes that outlives its workers: one that dies costs only the file that it was working on."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")
Work = Callable[[Path], Result]
Failed = Callable[[Path, str], Result]


def each(work: Work[Result], failed: Failed[Result], paths: Sequence[Path], jobs: int) -> Iterator[Result]:
    """`work` of each path, in order; `failed(path, sentence)` for a path whose worker died.

    `work` must be picklable and must not raise. Ending the iteration early, as Ctrl-C does, drops what
    has not begun.
    """
    done = 0
    with _pool(jobs) as pool:
        try:
            for future in [pool.submit(work, path) for path in paths]:
                yield future.result()
                done += 1
        except BrokenProcessPool:
            pass  # which file it was is not known: the rest goes through one worker, a file at a time
        finally:
            pool.shutdown(cancel_futures=True)
    rest = list(paths[done:])
    while rest:
        with _pool(1) as pool:
            yield from _until_death(pool, work, failed, rest)


def _until_death(
    pool: ProcessPoolExecutor, work: Work[Result], failed: Failed[Result], rest: list[Path]
) -> Iterator[Result]:
    while rest:
        path = rest.pop(0)
        future: Future[Result] = pool.submit(work, path)
        try:
            yield future.result()
        except BrokenProcessPool:
            yield failed(path, f"{path}: internal error: its worker process died; please report it")
            return


def _pool(jobs: int) -> ProcessPoolExecutor:
    # Ctrl-C goes to the whole process group; the parent alone answers it
    return ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
