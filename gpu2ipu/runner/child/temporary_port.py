"""The port that `compare` makes on the fly: in a temporary folder, with the modules that the script imports.

A script alone runs in place of its original. One with local modules runs in a copy of its folder, in which the
modules are ported too, and everything else is a link to what is there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gpu2ipu.errors import Trouble

if TYPE_CHECKING:
    from gpu2ipu.convert.engine import ConvertResult


class Conversion(NamedTuple):
    """A temporary port: what to run, the script whose path it goes by, and notes for people."""

    script: Path
    path_of: Path | None
    notes: tuple[str, ...]


def convert(script: Path, folder: Path, sdk: str, top: Path | None = None) -> Conversion:
    """Port a script and what it imports to an SDK, into an empty folder; a copy holds all of the folder `top`.

    Raises Trouble where the script cannot be ported.
    """
    # The converter is a heavy import that `run` and a comparison with a given port do without.
    from gpu2ipu.convert.batch import projects_of
    from gpu2ipu.convert.engine import convert_project
    from gpu2ipu.convert.options import load_options

    (project,) = projects_of([script])
    results = convert_project(project.whole, load_options(script, {"sdk": sdk}))
    own = results[0]
    if own.error is not None or own.source is None or own.converted is None:
        raise Trouble(own.error or f"{script}: cannot be converted.")
    notes = tuple(note for result in results for note in _notes(result, alone=len(results) == 1))
    if len(results) == 1:
        port = folder / f"{script.stem}_ipu.py"
        port.write_bytes(own.source.program(own.converted.text))
        return Conversion(port, script, notes)
    return Conversion(_copied(script, results, folder / "port", top), None, notes)


def _notes(result: ConvertResult, alone: bool) -> Iterator[str]:
    """Yield what of a conversion needs manual work."""
    if result.converted is None:
        yield f"not ported: {result.error}"
        return
    where = "the port" if alone else f"the port of {result.path.name}"
    for finding in result.converted.left:
        if finding.asks:
            yield f"needs manual work: {finding.where} of {where}, {finding.rule}: {finding.message}"
    if alone and result.idle is not None:
        yield f"the port is the original: {result.idle}"


def _copied(script: Path, results: Iterable[ConvertResult], target: Path, around: Path | None) -> Path:
    """A copy of the folder around some scripts with their ports; gives the port of the one that is run."""
    ports = {Path(os.path.abspath(result.path)): result for result in results}
    top = Path(os.path.commonpath([*(path.parent for path in ports), *([around] if around else [])]))
    inner = {parent for path in ports for parent in path.parents if parent.is_relative_to(top)}
    for real in sorted(inner):
        copy = target / real.relative_to(top)
        copy.mkdir(parents=True, exist_ok=True)
        for entry in os.scandir(real):
            path = Path(entry.path)
            if path not in inner and path not in ports and entry.name != "__pycache__":
                (copy / entry.name).symlink_to(path)
    for path, result in ports.items():
        port = target / path.relative_to(top)
        if result.source is not None and result.converted is not None:
            port.write_bytes(result.source.program(result.converted.text))
        else:
            port.symlink_to(path)
    own = target / Path(os.path.abspath(script)).relative_to(top)
    return own if own.suffix == ".py" else own.rename(own.with_suffix(".py"))
