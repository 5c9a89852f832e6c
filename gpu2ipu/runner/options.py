"""The options of `run` and `compare`."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

from gpu2ipu.errors import Trouble


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
    # seconds that each of the two runs may take; None is as many as it takes
    timeout: float | None = 3600.0
    # GiB that each of them may take, with all that it starts
    memory: float | None = None
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


# Of a recorded run: what both sides of a comparison must have alike.
LIMITS = ("seed", "epochs", "steps", "samples", "synthetic_data")


@dataclass(frozen=True)
class RunOptions(Options):
    """Options of `run`."""

    # processes that run a port with PopDist, and the replicas of all of them; None is a plain run
    instances: int | None = None
    replicas: int | None = None
    ipus_per_replica: int | None = None
    # where one side of a comparison is recorded, and the record of the port that an original follows
    record: Path | None = None
    along: Path | None = None
    # of a recorded run, as for `CompareOptions`
    seed: int | None = None
    epochs: int | None = None
    steps: int | None = None
    samples: int | None = None
    keep_files: Path | None = None
    show_output: bool = False
    untouched: bool = True  # not an option of the command

    @property
    def is_recorded(self) -> bool:
        """True if a side of a comparison is to be recorded. Raises Trouble for options that do not go together."""
        of_record = ("along", "seed", "epochs", "steps", "samples", "keep_files", "show_output")
        of_plain_run = ("instances", "replicas", "ipus_per_replica", "json")
        others = of_record if self.record is None else of_plain_run
        for name in (each for each in others if _is_given(getattr(self, each))):
            option = f"--{name.replace('_', '-')}"
            raise Trouble(
                f"{option} is for recorded runs: give --record FILE, too."
                if self.record is None
                else f"{option} is for plain runs: a run with --record is one process, and its report is the record."
            )
        return self.record is not None

    @property
    def given_limits(self) -> dict[str, object]:
        """What was given of LIMITS."""
        values = {name: getattr(self, name) for name in LIMITS}
        return {name: value for name, value in values.items() if _is_given(value)}

    @property
    def of_side(self) -> CompareOptions:
        """The same for a side of a comparison, which may take as long as it takes."""
        shared = {field.name: getattr(self, field.name) for field in fields(Options)}
        own = {
            name: getattr(self, name)
            for name in ("epochs", "steps", "samples", "keep_files", "show_output", "untouched")
        }
        return CompareOptions(**shared, **own, seed=self.seed or 0, timeout=None)


def _is_given(value: object) -> bool:
    """True if an option has been given: 0 has, of a seed."""
    return value is not None and value is not False
