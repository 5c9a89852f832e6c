"""Which interpreter runs which script with what: a side of a comparison becomes a request.

An interpreter runs the simulator by its folder, so that it needs nothing of this tool: neither its packages
nor its version of Python. On a device the folder only records: nothing is emulated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gpu2ipu.runner.child.interpreters import SIMULATOR, environment
from gpu2ipu.runner.child.process import Request
from gpu2ipu.runner.child.temporary_folder import variables_of


@dataclass(frozen=True)
class Side:
    """One of the two runs of a comparison, or the only run of `run`."""

    interpreter: Path
    script: Path
    arguments: tuple[str, ...] = ()
    # whether it is a port; an original finds no modules for the IPU
    is_port: bool = True
    # whether the interpreter is that of Graphcore's SDK, whose own modules stay in place
    real_ipu: bool = False
    # the SDK that the simulator emulates for a port; None is the last one
    sdk: str | None = None
    # the words of a command that starts the interpreter
    launcher: tuple[str, ...] = ()
    # the folder that it runs in, and the scratch copy whose links become copies when it writes to them
    cwd: Path | None = None
    scratch: Path | None = None
    # where its temporary files are made; None is the user's place
    temporary: Path | None = None
    # what the environment of the child has besides, or otherwise
    variables: Mapping[str, str] = field(default_factory=dict)
    # the script whose path, folder and name this one goes by
    path_of: Path | None = None
    # the name under which it runs as a module
    module: str | None = None
    record: Path | None = None
    # the record of the port, for the original
    follow: Path | None = None
    # whether it takes its own batches, whatever micro-batches the port takes
    whole_batches: bool = False
    seed: int | None = None
    epochs: int | None = None
    steps: int | None = None
    samples: int | None = None
    synthetic_data: bool = False
    # where its files are made; the sides of a comparison share them
    data_folder: Path | None = None
    # where a plain run reports what an IPU would do
    report: Path | None = None
    # where a run that trains nothing writes what the models need, and for micro-batches of what size
    plan: Path | None = None
    micro_batch: int | None = None
    # the IPU whose memory counts, and whether more than it has is let pass; of the simulator
    chip: str | None = None
    allow_oom: bool = False


def request(side: Side, timeout: float | None = None, memory: int | None = None) -> Request:
    """Return what to run for a side, for so many seconds and with so many bytes at most.

    One that records or plans is captured; another one shares the terminal.
    """
    recorded = side.record is not None or side.plan is not None
    command = (str(side.interpreter), str(SIMULATOR), *_options(side), str(side.script), *side.arguments)
    command = (*side.launcher, *command)
    variables = _environment(recorded) | dict(side.variables)
    if side.temporary is not None:
        variables |= variables_of(side.temporary)
    return Request(command, variables, side.cwd, timeout, memory, attached=not recorded)


def _options(side: Side) -> Iterator[str]:
    if not side.is_port:
        yield "--no-ipu"
    if side.real_ipu:
        yield "--real-ipu"
    if side.synthetic_data:
        yield "--synthetic-data"
    if side.allow_oom:
        yield "--allow-oom"
    if side.whole_batches:
        yield "--whole-batches"
    for name in (
        "sdk",
        "path_of",
        "module",
        "scratch",
        "record",
        "follow",
        "report",
        "plan",
        "micro_batch",
        "data_folder",
        "chip",
        "seed",
        "epochs",
        "steps",
        "samples",
    ):
        value = getattr(side, name)
        if value is not None:
            yield f"--{name.replace('_', '-')}={value}"


def _environment(recorded: bool) -> dict[str, str]:
    variables = environment()
    if recorded:
        # Sets and dictionaries of strings in the same order, and the last lines even of a child that is
        # killed.
        variables |= {"PYTHONHASHSEED": "0", "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
        variables.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
    return variables
