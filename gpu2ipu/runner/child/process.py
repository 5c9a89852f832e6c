"""Child processes: a request goes in, an outcome comes out, and no child outlives its time.

A child that has to go gets INT, which Python turns into an exception and a traceback, then TERM, then KILL,
with a short grace after each; all of its process group gets them. What it prints is read as it comes, and the
last lines kept. A child that shares the terminal ends as it would without this tool: it hears INT, TERM and HUP, and
may take its time.
"""

from __future__ import annotations

import collections
import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from gpu2ipu import signals
from gpu2ipu.runner.child import process_tree

# Seconds that a child has to end after each signal; the last one it cannot ignore.
SIGNALS = ((signal.SIGINT, 2.0), (signal.SIGTERM, 1.0), (signal.SIGKILL, 5.0))

# How many of the last lines of output are kept, and how much of each; what is longer is read in pieces.
KEPT_LINES = 40
KEPT_COLUMNS = 500
LONGEST_LINE = 1 << 16

# Seconds between two looks at the memory of a child that has a limit.
INTERVAL = 0.5


@dataclass(frozen=True)
class Request:
    """What to run. Without a timeout, in seconds, a child may run for ever, without a limit take any memory."""

    command: tuple[str, ...]
    environment: Mapping[str, str] | None = None
    cwd: Path | None = None
    timeout: float | None = None
    # bytes, of a child and all that it starts
    memory: int | None = None
    # attached children share this terminal and print to it; their output is not kept
    attached: bool = False
    # gets each line that a child prints which is not attached, as it comes
    echo: Callable[[str], None] | None = None


@dataclass(frozen=True)
class ProcessOutcome:
    """How a child ended. True when it succeeded; a negative exit code is the signal that ended it."""

    command: tuple[str, ...]
    exit_code: int
    output: str
    seconds: float
    timed_out: bool = False
    took_too_much: bool = False  # memory

    def __bool__(self) -> bool:
        """True if the child succeeded."""
        return self.exit_code == 0 and not self.was_stopped

    @property
    def was_stopped(self) -> bool:
        """True if it exceeded a limit."""
        return self.timed_out or self.took_too_much


def run(request: Request) -> ProcessOutcome:
    """Run a child to its end, or to a limit of it. Ctrl-C ends the child and goes on up.

    One that is attached hears Ctrl-C, and is ended by the second one; of one that is not, what it has left in its group
    is ended with it. Raises OSError when the command cannot be started.
    """
    begin = time.monotonic()
    child = subprocess.Popen(
        request.command,
        env=None if request.environment is None else dict(request.environment),
        cwd=request.cwd,
        stdin=None if request.attached else subprocess.DEVNULL,
        stdout=None if request.attached else subprocess.PIPE,
        stderr=None if request.attached else subprocess.STDOUT,
        start_new_session=not request.attached,
    )
    tail = _Tail(child.stdout, request.echo)
    took_too_much = False
    try:
        with _handing_on_signals(child) if request.attached else contextlib.nullcontext():
            took_too_much = _wait(child, request)
        timed_out = child.returncode is None and not took_too_much
        if child.returncode is None:
            end(child, own_group=not request.attached)
        elif not request.attached:
            _end_orphans(child.pid)
    except BaseException:
        end(child, own_group=not request.attached)
        raise
    seconds = time.monotonic() - begin
    return ProcessOutcome(request.command, child.returncode, tail.text(), seconds, timed_out, took_too_much)


def _wait(child: subprocess.Popen[bytes], request: Request) -> bool:
    """Wait for the end of a child, or until it exceeds a limit; return True if that of memory."""
    deadline = None if request.timeout is None else time.monotonic() + request.timeout
    while True:
        left = None if deadline is None else max(deadline - time.monotonic(), 0.0)
        looks = request.memory is not None and (left is None or left > INTERVAL)
        try:
            child.wait(INTERVAL if looks else left)
            return False
        except subprocess.TimeoutExpired:
            if not looks:
                return False
        if (
            request.memory is not None
            and process_tree.memory_of(process_tree.tree_of(child.pid)) > request.memory
        ):
            return True


@contextlib.contextmanager
def ending_on_signals() -> Iterator[None]:
    """Turn the signals TERM and HUP into an exception in this context, so that no child and no file is left behind.

    The first of them does; what has to be put in order after it is not disturbed by another one.
    """
    has_come = False

    def stop(number: int, _frame: object) -> None:
        nonlocal has_come
        if not has_come:
            has_come = True
            raise SystemExit(128 + number)

    with signals.handled(stop):
        yield


@contextlib.contextmanager
def _handing_on_signals(child: subprocess.Popen[bytes]) -> Iterator[None]:
    """Hand the signals TERM, HUP and, unless the terminal has sent it to both, INT on to a child that may heed them.

    The second INT is an exception.
    """
    is_interrupted = False

    def hand_on(number: int, _frame: object) -> None:
        nonlocal is_interrupted
        if number == signal.SIGINT:
            if is_interrupted:
                raise KeyboardInterrupt
            is_interrupted = True
            if _has_terminal():
                return
        with contextlib.suppress(ProcessLookupError):
            child.send_signal(number)

    with signals.handled(hand_on, signal.SIGINT):
        yield


def _has_terminal() -> bool:
    """True if Ctrl-C of a terminal is heard by this process, and by the children in its group."""
    with contextlib.suppress(OSError):
        terminal = os.open(os.ctermid(), os.O_RDONLY)
        try:
            return os.tcgetpgrp(terminal) == os.getpgrp()
        finally:
            os.close(terminal)
    return False


def end(child: subprocess.Popen[bytes], own_group: bool) -> None:
    """End a child, and what it has left in its group if that is its own; one that has ended is let be.

    What it has started in a group of its own gets no signal but the last one. Ctrl-C ends the grace of a signal.
    """
    tree = process_tree.tree_of(child.pid) if own_group and child.poll() is None else ()
    for number, grace in SIGNALS:
        try:
            if own_group:
                os.killpg(child.pid, number)
            else:
                child.send_signal(number)
            child.wait(grace)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            continue
        except (ProcessLookupError, PermissionError):
            child.wait()
        break
    if own_group:
        _end_orphans(child.pid)
        process_tree.kill(tree)


def _end_orphans(group: int) -> None:
    """What a child left behind in its group would hold its output open, and the machine busy."""
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


class _Tail:
    """The last lines of a stream, read by a thread as they come so that the child never blocks."""

    def __init__(self, stream: IO[bytes] | None, echo: Callable[[str], None] | None = None) -> None:
        """Start to read, and hand on what is read; without a stream there is nothing to tell."""
        self._echo = echo
        self._lines: collections.deque[str] = collections.deque(maxlen=KEPT_LINES)
        self._thread = threading.Thread(target=self._read, args=(stream,), daemon=True)
        self._thread.start()

    def text(self) -> str:
        """Return the lines, once the stream has ended; what still holds it open is not waited for."""
        self._thread.join(timeout=2.0)
        return "\n".join(list(self._lines))

    def _read(self, stream: IO[bytes] | None) -> None:
        if stream is None:
            return
        with stream:
            for line in iter(lambda: stream.readline(LONGEST_LINE), b""):
                text = visible(line.decode("utf-8", "replace"))
                self._lines.append(text[:KEPT_COLUMNS])
                if self._echo is not None:
                    self._echo(text)


def visible(line: str) -> str:
    """Return what a terminal shows of a line at its end: progress bars write over themselves."""
    return line.rstrip("\r\n").rsplit("\r", 1)[-1].rsplit("\b", 1)[-1]
