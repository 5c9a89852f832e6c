"""The options of `run` and `compare`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Options:
    """What `run` and `compare` share: where a port runs, and with what data."""

    # whether scripts are named as for `python -m`
    module: bool = False
    # where the port runs: one of `backends.NAMES`
    backend: str = "auto"
    # interpreter that runs the port; None is this tool's own
    python: Path | None = None
    # the Poplar SDK that the port is for; None is that of pyproject.toml, or the interpreter's own
    sdk: str | None = None
    # of the simulator: the IPU whose memory counts, and whether it may be exceeded
    chip: str = "mk2"
    allow_oom: bool = False
    # folders where an IPU's executables are kept, and where reports on them are written
    executable_cache: Path | None = None
    profile: Path | None = None
    # seeded stand-ins for `keras.datasets`
    synthetic_data: bool = False
    # the command that starts scripts, as `srun -p ipu`; its words
    launcher: tuple[str, ...] = ()
    # where the report is written as JSON
    json: Path | None = None


@dataclass(frozen=True)
class RunOptions(Options):
    """Options of `run`."""

    # processes that run a port with PopDist, and the replicas of all of them; None is a plain run
    instances: int | None = None
    replicas: int | None = None
    ipus_per_replica: int | None = None


@dataclass(frozen=True)
class CompareOptions(Options):
    """Options of `compare`."""

    # interpreter of the original; None is the port's, since two versions of TensorFlow round differently
    original_python: Path | None = None
    # at most so many epochs a fit, steps an epoch and rows a call, on both sides alike
    epochs: int | None = None
    steps: int | None = None
    samples: int | None = None
    # whether it also says how far an original by its own batches is from one in the micro-batches of the port
    untouched: bool = True
    # seconds that each of the two runs may take
    timeout: float = 3600.0
    seed: int = 0
    # where a page, curves and test cases are written
    html: Path | None = None
    plot: Path | None = None
    junit: Path | None = None
    # nothing is shown while the sides run; or all that they print
    quiet: bool = False
    show_output: bool = False
    # how many seeds are compared, from `seed` on
    repeat: int = 1
    # where the files that each side writes are kept
    keep_files: Path | None = None
    # relative difference of losses that is still rounding in the first steps
    tolerance: float = 1e-5
