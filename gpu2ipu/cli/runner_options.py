"""The options of `run` and `compare`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from gpu2ipu.cli.options import (
    Command,
    PathThatIsNamed,
    chip_option,
    module_option,
    one_of,
    python_option,
    sdk_option,
    synthetic_data_option,
    words_of,
)


def runner_options(command: Command) -> Command:
    """The options that `run` and `compare` share."""
    folder: dict[str, Any] = {"metavar": "DIR", "type": click.Path(path_type=Path)}
    for option in (
        click.option(
            "--json",
            type=click.Path(path_type=Path, allow_dash=True),
            metavar="FILE",
            help="Write the report to this file, too (compare: - is standard output).",
        ),
        synthetic_data_option,
        click.option(
            "--launcher",
            callback=words_of,
            metavar="COMMAND",
            help="Start scripts by this command, as 'srun -p ipu'; $TMPDIR must be on both machines.",
        ),
        click.option("--profile", **folder, help="Where PopVision's reports go (IPU and IPU Model)."),
        click.option("--executable-cache", **folder, help="Where executables are kept (IPU and IPU Model)."),
        sdk_option,
        python_option,
        click.option("--allow-oom", is_flag=True, help="Run what is too large for an IPU (simulator)."),
        chip_option,
        click.option(
            "--backend",
            **one_of("auto", "ipu", "ipu-model", "simulator"),
            default="auto",
            help="Where the port runs; auto: an IPU if one is here, else the simulator.",
        ),
        module_option,
    ):
        command = option(command)
    return command


def run_options(command: Command) -> Command:
    """What `run` asks for besides: of several processes, and of a run that is recorded."""
    number: dict[str, Any] = {"type": click.IntRange(min=1), "metavar": "N"}
    file: dict[str, Any] = {"type": click.Path(path_type=Path), "metavar": "FILE"}
    for option in (
        click.option(
            "--show-output", is_flag=True, help="Show what a recorded script prints, not its progress."
        ),
        click.option(
            "--keep-files",
            type=click.Path(path_type=Path),
            metavar="DIR",
            help="Keep the files that a recorded script writes, in DIR/port or DIR/original.",
        ),
        click.option(
            "--samples", **number, help="Record at most so many rows a call, or an epoch of a loop."
        ),
        click.option("--steps", **number, help="Record at most so many steps an epoch."),
        click.option(
            "--epochs", **number, help="Record at most so many epochs a fit, or a loop that trains."
        ),
        click.option("--seed", type=int, help="Seed of a recorded run (default: 0)."),
        click.option("--along", **file, help="Record an original, along this record of its port."),
        click.option(
            "--record", **file, help="Record the run as one side of a comparison, for `compare --from`."
        ),
        click.option(
            "--ipus-per-replica", **number | {"metavar": "K"}, help="IPUs of a replica (default: 1)."
        ),
        click.option(
            "--replicas", **number | {"metavar": "R"}, help="Replicas of all instances (default: N)."
        ),
        click.option(
            "--instances",
            **number,
            help="Run a port with PopDist in N processes, as poprun does (simulator).",
        ),
    ):
        command = option(command)
    return command


def compare_options(command: Command) -> Command:
    """What `compare` asks for besides."""
    number: dict[str, Any] = {"type": click.IntRange(min=1), "metavar": "N"}
    file: dict[str, Any] = {"type": click.Path(path_type=Path)}
    for option in (
        click.option(
            "--original-python", type=click.Path(path_type=Path), help="Interpreter for the original."
        ),
        click.option(
            "--from",
            "records",
            nargs=2,
            type=PathThatIsNamed(path_type=Path),
            metavar="FILE FILE",
            help="Run nothing: compare what `run --record` has recorded of an original and its port.",
        ),
        click.option(
            "--keep-files",
            type=click.Path(path_type=Path),
            metavar="DIR",
            help="Keep the files that each side writes, in DIR/original and DIR/port.",
        ),
        click.option("--junit", **file, metavar="FILE", help="Write the calls as test cases, as JUnit XML."),
        click.option("--plot", **file, metavar="FILE.png|.svg", help="Draw the loss curves of both sides."),
        click.option(
            "--html", **file, metavar="FILE", help="Write a page with curves, calls, notes and the diff."
        ),
        click.option("-q", "--quiet", is_flag=True, help="Show no progress, only the report."),
        click.option(
            "--show-output", is_flag=True, help="Show what the scripts print, instead of their progress."
        ),
        click.option(
            "--repeat",
            type=click.IntRange(min=1),
            default=1,
            metavar="N",
            help="Compare N seeds, and say how far results of seeds are apart (default: 1).",
        ),
        click.option("--seed", type=int, default=0, help="Seed of both runs (default: 0)."),
        click.option(
            "--timeout",
            type=click.FloatRange(min=0, min_open=True),
            default=3600.0,
            metavar="SECONDS",
            help="Seconds for each run (default: 3600).",
        ),
        click.option(
            "--memory",
            type=click.FloatRange(min=0, min_open=True),
            metavar="GIB",
            help="End a run that takes more memory, with all that it starts (Linux).",
        ),
        click.option("--samples", **number, help="At most so many rows a call, or an epoch of a loop."),
        click.option("--steps", **number, help="At most so many steps an epoch."),
        click.option("--epochs", **number, help="At most so many epochs a fit, or a loop that trains."),
    ):
        command = option(command)
    return command
