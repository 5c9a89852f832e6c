"""The port that `compare` makes on the fly, of a script and of the modules that it imports; what a given one lacks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gpu2ipu.errors import Trouble

if TYPE_CHECKING:
    from gpu2ipu.convert.engine import ConvertResult
    from gpu2ipu.findings import Finding


class Conversion(NamedTuple):
    """A temporary port: its code, what takes the place of files in its scratch copy, and notes for people."""

    program: bytes
    contents: Mapping[Path, bytes]
    notes: tuple[str, ...]
    is_changed: bool


def convert(script: Path, sdk: str, select: tuple[str, ...] | None = None) -> Conversion:
    """Port a script and what it imports to an SDK, by all rules or some. Raises Trouble where that cannot be done."""
    # The converter is a heavy import that `run` does without.
    from gpu2ipu.convert.batch import projects_of
    from gpu2ipu.convert.engine import convert_project
    from gpu2ipu.convert.options import load_options

    (project,) = projects_of([script])
    results = convert_project(project.whole, load_options(script, {"sdk": sdk, "select": select}))
    own = results[0]
    if own.error is not None or own.source is None or own.converted is None:
        raise Trouble(own.error or f"{script}: cannot be converted.")
    contents = {
        Path(os.path.abspath(result.path)): result.source.program(result.converted.text)
        for result in results
        if result.source is not None and result.converted is not None and result.path.suffix != ".ipynb"
    }
    notes = tuple(note for result in results for note in _notes(result, alone=len(results) == 1))
    is_changed = any(result.converted is not None and result.converted.applied for result in results)
    return Conversion(own.source.program(own.converted.text), contents, notes, is_changed)


def manual_work(port: Path, sdk: str) -> tuple[str, ...]:
    """Return notes on what of a given port, and of the modules that it imports, still needs manual work."""
    from gpu2ipu.convert.batch import projects_of
    from gpu2ipu.convert.engine import check_project
    from gpu2ipu.convert.options import load_options

    (project,) = projects_of([port])
    (result,) = check_project(project, load_options(port, {"sdk": sdk}))
    unfixable = (finding for finding in result.findings if finding.fix is None)
    return tuple(_left(unfixable, port.name))


def _notes(result: ConvertResult, alone: bool) -> Iterator[str]:
    """Yield what of a conversion needs manual work."""
    if result.converted is None:
        yield f"not ported: {result.error}"
        return
    yield from _left(result.converted.left, "the port" if alone else f"the port of {result.path.name}")
    if alone and result.idle is not None:
        yield f"the port is the original: {result.idle}"


def _left(findings: Iterable[Finding], where: str) -> Iterator[str]:
    for finding in findings:
        if finding.asks:
            yield f"needs manual work: {finding.where} of {where}, {finding.rule}: {finding.message}"
