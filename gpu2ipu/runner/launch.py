"""Which interpreter runs which script with what: a side of a comparison becomes a request.

An interpreter runs the simulator by its folder, so that it needs nothing of this tool: neither its packages
nor its version of Python. Backends: the simulator only, for now.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.process import Request, run

SIMULATOR = Path(__file__).resolve().parent.parent / "simulator"

# Exits with 0 where TensorFlow can be imported, without importing it.
_PROBE = "import importlib.util, sys; sys.exit(importlib.util.find_spec('tensorflow') is None)"

# Seconds for an interpreter to answer the probe; a cold disk may be slow.
_PROBE_TIMEOUT = 60.0


@dataclass(frozen=True)
class Side:
    """One of the two runs of a comparison, or the only run of `run`."""

    interpreter: Path
    script: Path
    arguments: tuple[str, ...] = ()
    # whether Graphcore's modules are emulated; False for an original
    simulated: bool = True
    # the script whose path, folder and name this one goes by
    path_of: Path | None = None
    record: Path | None = None
    # the record of the port, for the original
    follow: Path | None = None
    seed: int | None = None
    epochs: int | None = None
    steps: int | None = None
    samples: int | None = None
    synthetic_data: bool = False


def request(side: Side, timeout: float | None = None) -> Request:
    """What to run for a side. One that records is captured; another one shares the terminal."""
    recorded = side.record is not None
    command = (str(side.interpreter), str(SIMULATOR), *_options(side), str(side.script), *side.arguments)
    return Request(command, _environment(recorded), timeout=timeout, attached=not recorded)


def interpreter(path: Path | None, option: str) -> Path:
    """The interpreter that an option names, else this tool's own; Trouble if it has no TensorFlow."""
    python = Path(sys.executable) if path is None else path
    try:
        found = run(Request((str(python), "-c", _PROBE), timeout=_PROBE_TIMEOUT))
    except OSError as error:
        raise Trouble(
            f"{option} {python} cannot be run: {error.strerror}. Name a Python interpreter."
        ) from error
    if found.exit_code not in (0, 1):
        raise Trouble(f"{option} {python} is not a Python that works: {found.output or 'it says nothing'}")
    if not found:
        raise Trouble(
            f'{python} has no TensorFlow: install it with `pip install "gpu2ipu[simulator]"`, '
            f"or name an interpreter that has it with {option}."
        )
    return python


def check_backend(name: str) -> None:
    """Trouble for a backend that is not there."""
    if name not in ("auto", "simulator"):
        raise Trouble(f"backend {name!r} is not supported; use 'simulator' or 'auto'.")


def _options(side: Side) -> Iterator[str]:
    if not side.simulated:
        yield "--no-ipu"
    if side.synthetic_data:
        yield "--synthetic-data"
    for name in ("path_of", "record", "follow", "seed", "epochs", "steps", "samples"):
        value = getattr(side, name)
        if value is not None:
            yield f"--{name.replace('_', '-')}={value}"


def _environment(recorded: bool) -> dict[str, str]:
    environment = dict(os.environ)
    # It would lead another interpreter to the standard library of this one.
    environment.pop("PYTHONHOME", None)
    if recorded:
        # Sets and dictionaries of strings in the same order, and the last lines even of a child that is
        # killed.
        environment |= {"PYTHONHASHSEED": "0", "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
        environment.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
    return environment
