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
from gpu2ipu.runner.child.interpreters import Interpreter, examine

VERSION = 1

# Names under which interpreters are looked for on the PATH, those of the SDK's Python first.
_NAMES = ("python3.8", "python3", "python", *(f"python3.{minor}" for minor in range(9, 15)))


@dataclass(frozen=True)
class Finding:
    """An interpreter, the backends that it has, and the one that `auto` would take; else what is missing."""

    interpreter: Interpreter
    backends: tuple[str, ...] = ()
    auto: str | None = None
    problem: str = ""


@dataclass(frozen=True)
class Diagnosis:
    """What was found; the first interpreter is the one that the commands use."""

    findings: tuple[Finding, ...]

    @property
    def fine(self) -> bool:
        """Whether a port would run in the first interpreter."""
        return self.findings[0].auto is not None


def diagnose(pythons: Iterable[Path] = ()) -> Diagnosis:
    """Look at the interpreters that are named, else at this tool's own and at those on the PATH.

    Raises Trouble for a named one that is none.
    """
    named = [_finding(examine(python, "--python")) for python in pythons]
    own = examine(Path(sys.executable), "")
    return Diagnosis(tuple(named) or (_finding(own), *_on_the_path(own)))


def lines(diagnosis: Diagnosis) -> Iterator[str]:
    """The diagnosis for a terminal; its last line is the verdict."""
    for finding in diagnosis.findings:
        yield str(finding.interpreter.path)
        yield f"    {_versions(finding.interpreter)}"
        yield f"    {_ability(finding)}"
    first = diagnosis.findings[0]
    yield _ipus(first.interpreter)
    if first.auto is None:
        yield f"not fine: {first.problem}"
    else:
        yield f"fine: `gpu2ipu run PORT` runs {backends.PLACES[first.auto]}, in {first.interpreter.path}"


def as_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """The diagnosis as the documented JSON."""
    found = []
    for finding in diagnosis.findings:
        versions = dataclasses.asdict(finding.interpreter) | {"path": str(finding.interpreter.path)}
        found.append(
            {
                **versions,
                "backends": list(finding.backends),
                "auto": finding.auto,
                "problem": finding.problem or None,
            }
        )
    return {"version": VERSION, "gpu2ipu": __version__, "fine": diagnosis.fine, "interpreters": found}


def _finding(python: Interpreter) -> Finding:
    if python.tensorflow is None:
        return Finding(python, problem=f"{python.path} has no TensorFlow.")
    if python.broken_by:
        problem = f"TensorFlow {python.tensorflow} of {python.path} does not work with {python.broken_by}."
        return Finding(python, problem=problem)
    able = tuple(name for name in backends.NAMES if name != "auto" and _chosen(name, python)[0])
    auto, problem = _chosen("auto", python)
    return Finding(python, able, auto, problem)


def _chosen(name: str, python: Interpreter) -> tuple[str | None, str]:
    """The backend that is taken, or why none is."""
    try:
        return backends.choose(name, python).name, ""
    except Trouble as trouble:
        return None, str(trouble)


def _on_the_path(own: Interpreter) -> Iterator[Finding]:
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
            yield _finding(python)


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


def _ability(finding: Finding) -> str:
    if not finding.backends:
        return f"no port runs here: {finding.problem}"
    return "ports run " + " and ".join(backends.PLACES[name] for name in finding.backends)


def _ipus(python: Interpreter) -> str:
    if python.gc_info is None:
        return "IPUs: none known, as gc-info of the Poplar SDK is not on the PATH"
    return f"IPUs: {python.ipus}, by {python.gc_info}"
