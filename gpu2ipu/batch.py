"""Many files: `check_file` and `convert_file` of `engine` over a pool of processes, results in order."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from gpu2ipu.config import Config
from gpu2ipu.engine import ConvertResult, FileResult, check_file, convert_file

Result = TypeVar("Result")


def check_files(paths: Sequence[Path], config: Config) -> Iterator[FileResult]:
    """Check each file."""
    return _each(check_file, FileResult, paths, config)


def convert_files(paths: Sequence[Path], config: Config) -> Iterator[ConvertResult]:
    """Port each file in memory."""
    return _each(convert_file, ConvertResult, paths, config)


def _each(
    work: Callable[..., Result],  # of a path and `config`
    failed: Callable[[Path, str], Result],
    paths: Sequence[Path],
    config: Config,
) -> Iterator[Result]:
    jobs = min(config.jobs or _cpus(), len(paths))
    if jobs <= 1:
        return (work(path, config) for path in paths)
    from gpu2ipu import pool  # multiprocessing, which one file does without

    return pool.each(functools.partial(work, config=config), failed, paths, jobs)


def _cpus() -> int:
    affinity = getattr(os, "sched_getaffinity", None)  # not on macOS and Windows
    return len(affinity(0)) if affinity else os.cpu_count() or 1
