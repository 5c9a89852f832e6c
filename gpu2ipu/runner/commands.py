"""The commands `run` and `compare`: what the command line calls; each gives the exit code."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class RunOptions:
    """Options of `run`."""

    # where the port runs: "auto" and "simulator" are the simulator
    backend: str = "auto"
    # interpreter that runs the port; None is this tool's own
    python: Path | None = None
    # seeded stand-ins for `keras.datasets`
    synthetic_data: bool = False


@dataclass(frozen=True)
class CompareOptions:
    """Options of `compare`."""

    backend: str = "auto"
    # interpreter of the port, and of the original; None is this tool's own
    python: Path | None = None
    original_python: Path | None = None
    # at most so many epochs a fit, steps an epoch and rows a call, on both sides alike
    epochs: int | None = None
    steps: int | None = None
    samples: int | None = None
    synthetic_data: bool = False
    # where the comparison is written as JSON
    json: Path | None = None
    # seconds that each of the two runs may take
    timeout: float = 3600.0
    seed: int = 0
    # relative difference of losses that is still rounding in the first steps
    tolerance: float = 1e-5


def run(script: Path, arguments: tuple[str, ...], options: RunOptions) -> int:
    """Run a port on a backend; the exit code is the script's own."""
    raise NotImplementedError


def compare(script: Path, port: Path | None, arguments: tuple[str, ...], options: CompareOptions) -> int:
    """Run original and port and compare what they learn: 0 agree, 1 differ, 2 trouble."""
    raise NotImplementedError
