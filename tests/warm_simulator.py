"""Simulators that have imported TensorFlow already: each run is a fork of one, so that many short ones are quick.

There is one for each interpreter, which starts with its first run. What a test cannot run in one is started as usual.
Tests of the simulator use this under Python 3.8, too: this file keeps to its syntax.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import gpu2ipu.simulator
from gpu2ipu.runner.child import process
from gpu2ipu.runner.child.process import ProcessOutcome, Request

SIMULATOR = str(Path(gpu2ipu.simulator.__file__).parent)

# The program of a warm simulator, and the file that its frames show: of the simulator, whose frames are not a script's.
SERVER = str(Path(__file__).with_name("warm_server.py"))
SHOWN = os.path.join(SIMULATOR, "warm_server.py")

# Variables that the start of an interpreter reads: a run that has them needs a start of its own.
READ_AT_START = ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP")

# The only SDK that warm simulators emulate.
SDK = "3.4"


class Ended(NamedTuple):
    """How a run ended: its exit code as `subprocess` has it, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


class WarmSimulator:
    """Runs the simulator of one interpreter in forks of one process."""

    def __init__(self, python: str) -> None:
        """Start the process; it imports TensorFlow while the first request is on its way."""
        self._process = subprocess.Popen(
            [python, "-c", f"exec(compile(open({SERVER!r}).read(), {SHOWN!r}, 'exec'))", SIMULATOR],
            env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            universal_newlines=True,
            cwd=str(Path(__file__).parents[1]),
        )

    def run(
        self,
        arguments: tuple[str, ...],
        environment: Mapping[str, str],
        cwd: str,
        timeout: float | None = None,
        merged: bool = False,
    ) -> Ended:
        """Run the simulator with arguments to its end, or to its timeout; merged, all output is one stream."""
        with tempfile.NamedTemporaryFile() as out, tempfile.NamedTemporaryFile() as err:
            request = {
                "arguments": arguments,
                "environment": dict(environment),
                "cwd": cwd,
                "output": [out.name, out.name if merged else err.name],
                "timeout": int(timeout or 0),
            }
            assert self._process.stdin and self._process.stdout
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            code = int(self._process.stdout.readline())
            return Ended(code, *(file.read().decode("utf-8", "replace") for file in (out, err)))

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


_STARTED: dict[str, WarmSimulator] = {}


def simulator_of(python: str) -> WarmSimulator:
    """Return the warm simulator of an interpreter."""
    if python not in _STARTED:
        _STARTED[python] = WarmSimulator(python)
    return _STARTED[python]


@contextlib.contextmanager
def closing() -> Iterator[None]:
    """End all that have been started."""
    yield
    while _STARTED:
        _STARTED.popitem()[1].close()


def run(request: Request) -> ProcessOutcome:
    """Run a child as `process.run` does; in a fork, if it is the simulator of an interpreter."""
    environment = os.environ if request.environment is None else request.environment
    command = request.command
    if request.memory is not None or not _is_served(command, environment):
        return process.run(request)
    begin = time.monotonic()
    cwd = str(request.cwd or Path.cwd())
    ended = simulator_of(command[0]).run(command[2:], environment, cwd, request.timeout, not request.attached)
    if request.attached:
        for stream, text in ((1, ended.stdout), (2, ended.stderr)):
            os.write(stream, text.encode())
    said = "" if request.attached else ended.stdout
    if request.echo is not None:
        for line in said.splitlines():
            request.echo(line)
    return ProcessOutcome(
        command,
        ended.returncode,
        said,
        time.monotonic() - begin,
        timed_out=ended.returncode == -signal.SIGALRM,
    )


def _is_served(command: tuple[str, ...], environment: Mapping[str, str]) -> bool:
    if command[0] not in (sys.executable, os.environ.get("GPU2IPU_PYTHON38")) or command[1] != SIMULATOR:
        return False
    if any(name in environment for name in READ_AT_START):
        return False
    options = [option for option in command[2:] if option.startswith(("--sdk=", "--real-ipu"))]
    return all(option == f"--sdk={SDK}" for option in options)
