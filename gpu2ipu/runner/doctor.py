"""`gpu2ipu doctor`: which interpreters, TensorFlows, IPUs and SDKs are here, and where a port would run.

Interpreters are asked by the probe of the simulator and import nothing. The JSON form has a version, which counts up
when a field changes its meaning.
"""

from __future__ import annotations

import dataclasses
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpu2ipu import __version__
from gpu2ipu.errors import Trouble
from gpu2ipu.runner.child import backends
from gpu2ipu.runner.child.interpreters import Interpreter, examine, for_simulator

VERSION = 1

# Names under which interpreters are looked for on the PATH, those of the SDK's Python first.
_NAMES = ("python3.8", "python3", "python", *(f"python3.{minor}" for minor in range(9, 15)))

_MAKE_ONE = "`gpu2ipu doctor --setup-simulator` makes an environment that has it."


@dataclass(frozen=True)
class InterpreterReport:
    """An interpreter, the backends that it has, and the one that `auto` would take; else what is missing."""

    interpreter: Interpreter
    backends: tuple[str, ...] = ()
    auto: str | None = None
    problem: str = ""


@dataclass(frozen=True)
class Diagnosis:
    """What was found; the first interpreter is the one that the commands use."""

    reports: tuple[InterpreterReport, ...]

    @property
    def fine(self) -> bool:
        """True if a port would run in the first interpreter."""
        return self.reports[0].auto is not None


def diagnose(pythons: Iterable[Path] = ()) -> Diagnosis:
    """Look at the interpreters that are named, else at this tool's own and at those on the PATH.

    Raises Trouble for a named one that is none.
    """
    named = [_report(examine(python, "--python")) for python in pythons]
    if named:
        return Diagnosis(tuple(named))
    own = examine(Path(sys.executable), "")
    found = [_report(own), *_on_the_path(own)]
    if own.tensorflow is None and (made := for_simulator()) is not None:
        found.insert(0, _report(examine(made, "")))
    return Diagnosis(tuple(found))


def lines(diagnosis: Diagnosis) -> Iterator[str]:
    """Yield the diagnosis for a terminal; its last line is the verdict."""
    for report in diagnosis.reports:
        yield str(report.interpreter.path)
        yield f"    {_versions(report.interpreter)}"
        yield f"    {_ability(report)}"
    first = diagnosis.reports[0]
    yield _ipus(first.interpreter)
    if first.auto is None:
        hint = "" if first.interpreter.tensorflow else f" {_MAKE_ONE}"
        yield f"not fine: {first.problem}{hint}"
    else:
        yield f"fine: `gpu2ipu run PORT` runs {backends.PLACES[first.auto]}, in {first.interpreter.path}"


def as_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """Return the diagnosis as the documented JSON."""
    found = []
    for report in diagnosis.reports:
        versions = dataclasses.asdict(report.interpreter) | {"path": str(report.interpreter.path)}
        found.append(
            {
                **versions,
                "backends": list(report.backends),
                "auto": report.auto,
                "problem": report.problem or None,
            }
        )
    return {"version": VERSION, "gpu2ipu": __version__, "fine": diagnosis.fine, "interpreters": found}


def _report(python: Interpreter) -> InterpreterReport:
    if python.tensorflow is None:
        return InterpreterReport(python, problem=f"{python.path} has no TensorFlow.")
    if python.broken_by:
        problem = f"TensorFlow {python.tensorflow} of {python.path} does not work with {python.broken_by}."
        return InterpreterReport(python, problem=problem)
    able = tuple(name for name in backends.NAMES if name != "auto" and _chosen(name, python)[0])
    auto, problem = _chosen("auto", python)
    return InterpreterReport(python, able, auto, problem)


def _chosen(name: str, python: Interpreter) -> tuple[str | None, str]:
    """The backend that is taken, or why none is."""
    try:
        return backends.choose(name, python).name, ""
    except Trouble as trouble:
        return None, str(trouble)


def _on_the_path(own: Interpreter) -> Iterator[InterpreterReport]:
    """Other interpreters that work, each once, whatever names it has."""
    programs, environments = {_program(sys.executable)}, {own.prefix}
    folders = [folder for folder in os.environ.get("PATH", os.defpath).split(os.pathsep) if folder]
    for path in (shutil.which(name, path=folder) for folder in folders for name in _NAMES):
        if path is None or _program(path) in programs:
            continue
        programs.add(_program(path))
        try:
            python = examine(Path(path), "")
        except Trouble:
            continue  # a launcher of something that is not installed, or an old Python
        if python.prefix not in environments:
            environments.add(python.prefix)
            yield _report(python)


def _program(path: str) -> tuple[str, str]:
    """What is run: links in one folder are the same, while those of virtual environments are not."""
    return os.path.realpath(path), os.path.dirname(os.path.abspath(path))


def _versions(python: Interpreter) -> str:
    parts = [f"Python {python.python}"]
    parts.append(f"TensorFlow {python.tensorflow}" if python.tensorflow else "no TensorFlow")
    if python.keras:
        parts.append(f"Keras {python.keras}")
    if python.graphcore:
        parts.append(f"Graphcore's SDK {python.sdk or 'of unknown version'}")
    return ", ".join(parts)


def _ability(report: InterpreterReport) -> str:
    if not report.backends:
        return f"no port runs here: {report.problem}"
    return "ports run " + " and ".join(backends.PLACES[name] for name in report.backends)


def _ipus(python: Interpreter) -> str:
    if python.gc_info is None:
        return "IPUs: none known, as gc-info of the Poplar SDK is not on the PATH"
    return f"IPUs: {python.ipus}, by {python.gc_info}"
