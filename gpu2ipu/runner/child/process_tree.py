"""A child and all that it has started: their memory, and their end. Read from /proc of Linux; elsewhere empty."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
GIB = 1 << 30


@dataclass(frozen=True)
class Process:
    """One process."""

    pid: int
    parent: int
    group: int
    started: int  # ticks since the start of the system
    pages: int  # that are in memory

    @property
    def identity(self) -> tuple[int, int]:
        """What no other process has: its number is used again, but not with the same start."""
        return self.pid, self.started


def is_known() -> bool:
    """True where other processes can be read."""
    return (PROC / "self" / "stat").is_file()


def tree_of(child: int) -> tuple[Process, ...]:
    """Return a child and its descendants, also those that it has left in its group."""
    found = list(_processes())
    pids = _with_descendants(child, found)
    return tuple(each for each in found if each.pid in pids or each.group == child)


def started_by_this() -> tuple[Process, ...]:
    """Return what this process has started, and what that has."""
    found = list(_processes())
    pids = _with_descendants(os.getpid(), found) - {os.getpid()}
    return tuple(each for each in found if each.pid in pids)


def _with_descendants(pid: int, found: Iterable[Process]) -> set[int]:
    pids = {pid}
    while more := {each.pid for each in found if each.parent in pids} - pids:
        pids |= more
    return pids


def memory_of(tree: Iterable[Process]) -> int:
    """Return the bytes that processes hold in memory."""
    return sum(process.pages for process in tree) * os.sysconf("SC_PAGE_SIZE")


def kill(tree: Iterable[Process]) -> None:
    """Kill those of some processes that still run."""
    running = {each.identity for each in _processes()} if tree else set()
    for process in tree:
        if process.identity in running:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process.pid, signal.SIGKILL)


def _processes() -> Iterator[Process]:
    for entry in PROC.iterdir() if PROC.is_dir() else ():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError, ValueError):  # it may end at any time
                # the name, in brackets, may hold anything; man 5 proc numbers the fields from 1
                fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
                parent, group, started, pages = (int(fields[number - 3]) for number in (4, 5, 22, 24))
                yield Process(int(entry.name), parent, group, started, pages)
