"""What is in an interpreter that a script may run in: it is asked once, by the probe of the simulator."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpu2ipu.errors import Trouble
from gpu2ipu.runner import installation
from gpu2ipu.runner.child.process import ProcessOutcome, Request, run

SIMULATOR = Path(__file__).resolve().parents[2] / "simulator"

# Seconds for an interpreter to answer the probe; a cold disk may be slow, and so may a partition of IPUs.
_PROBE_TIMEOUT = 120.0

# The format of the probe's answer that this module reads.
_FORMAT = 1


@dataclass(frozen=True)
class Interpreter:
    """A Python and what it has; versions are None for what is not there."""

    path: Path
    python: str
    # the folder of its environment
    prefix: str = ""
    tensorflow: str | None = None
    # of Keras 2, under whatever name
    keras: str | None = None
    protobuf: str | None = None
    # whether its TensorFlow is the one of Graphcore's SDK, and the version of that SDK if it is known
    graphcore: bool = False
    sdk: str | None = None
    # the tool of the SDK that lists IPUs, and how many it lists; None where it is not on the PATH
    gc_info: str | None = None
    ipus: int | None = None

    @property
    def has_old_tensorflow(self) -> bool:
        """True if its TensorFlow is older than 2.6, the first that the simulator runs on."""
        return self.tensorflow is not None and re.match(r"1\.|2\.[0-5]\.", self.tensorflow) is not None

    @property
    def broken_by(self) -> str:
        """What is installed beside a TensorFlow 2.6 that it cannot be imported with, and does not forbid."""
        if self.tensorflow is None or not self.tensorflow.startswith("2.6."):
            return ""
        if self.protobuf is not None and int(self.protobuf.split(".")[0]) > 3:
            return f'protobuf {self.protobuf}: install "protobuf<3.21"'
        if self.keras is not None and not self.keras.startswith("2.6."):
            return f'Keras {self.keras}: install "keras==2.6.0"'
        return ""


def interpreter(path: Path | None, option: str, launcher: tuple[str, ...] = ()) -> Interpreter:
    """Return the interpreter that an option names, else this tool's own, or that of `doctor --setup-simulator`.

    Raises Trouble if it has no TensorFlow.
    """
    found = examine(path or Path(sys.executable), option, launcher)
    if found.tensorflow is None and path is None and (made := for_simulator()) is not None:
        found = examine(made, option, launcher)
    if found.tensorflow is None:
        raise Trouble(
            f"{found.path} has no TensorFlow: let `gpu2ipu doctor --setup-simulator` make an environment that has it, "
            f"install it with `{installation.with_extra('simulator', found.path)}`, "
            f"or name an interpreter that has it with {option}."
        )
    return found


def for_simulator() -> Path | None:
    """Return the interpreter that `doctor --setup-simulator` has made in the default folder, if it has."""
    with contextlib.suppress(RuntimeError):  # a user without a home
        python = installation.python_in(installation.simulator_folder())
        return python if python.exists() else None
    return None


def examine(python: Path, option: str, launcher: tuple[str, ...] = ()) -> Interpreter:
    """Ask an interpreter what it has, where a launcher starts it. Raises Trouble for what is no Python 3.8 or newer."""
    command = (*launcher, str(python), str(SIMULATOR), "--probe")
    request = Request(
        command, environment(), timeout=None if launcher else _PROBE_TIMEOUT
    )  # jobs wait in queues
    try:
        outcome = run(request)
    except OSError as error:
        if launcher:
            raise Trouble(f"--launcher {launcher[0]} cannot be run: {error.strerror}.") from error
        raise Trouble(
            f"{option} {python} cannot be run: {error.strerror}. Name a Python interpreter."
        ) from error
    answer = _answer(outcome)
    if answer is None:
        said = outcome.output.strip().rsplit("\n", 1)[-1] or "it says nothing"
        raise Trouble(f"{option} {python} is not a Python 3.8 or newer that works: {said}")
    del answer["format"]
    return Interpreter(python, **answer)


# What a child must not have of a parent: PYTHONHOME leads another interpreter to the standard library of this one;
# TF2_BEHAVIOR is set by TensorFlow where it is imported, in a notebook that calls gpu2ipu, say, and changes the layers
# of the private `tensorflow.python.keras`.
_NOT_INHERITED = ("PYTHONHOME", "TF2_BEHAVIOR")


def environment() -> dict[str, str]:
    """Return the environment of a child that may be another Python."""
    return {name: value for name, value in os.environ.items() if name not in _NOT_INHERITED}


def _answer(outcome: ProcessOutcome) -> dict[str, Any] | None:
    """The last line that is an answer; what runs at the start of an interpreter may print others."""
    for line in reversed(outcome.output.splitlines() if outcome else []):
        try:
            answer = json.loads(line)
        except ValueError:
            continue
        if isinstance(answer, dict) and answer.get("format") == _FORMAT:
            return answer
    return None
