"""The port that `compare` makes on the fly, of a script and of the modules that it imports."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gpu2ipu.errors import Trouble

if TYPE_CHECKING:
    from gpu2ipu.convert.engine import ConvertResult


class Conversion(NamedTuple):
    """A temporary port: its code, what takes the place of files in its scratch copy, and notes for people."""

    program: bytes
    contents: Mapping[Path, bytes]
    notes: tuple[str, ...]


def convert(script: Path, sdk: str) -> Conversion:
    """Port a script and what it imports to an SDK. Raises Trouble where the script cannot be ported."""
    # The converter is a heavy import that `run` and a comparison with a given port do without.
    from gpu2ipu.convert.batch import projects_of
    from gpu2ipu.convert.engine import convert_project
    from gpu2ipu.convert.options import load_options

    (project,) = projects_of([script])
    results = convert_project(project.whole, load_options(script, {"sdk": sdk}))
    own = results[0]
    if own.error is not None or own.source is None or own.converted is None:
        raise Trouble(own.error or f"{script}: cannot be converted.")
    contents = {
        Path(os.path.abspath(result.path)): result.source.program(result.converted.text)
        for result in results
        if result.source is not None and result.converted is not None and result.path.suffix != ".ipynb"
    }
    notes = tuple(note for result in results for note in _notes(result, alone=len(results) == 1))
    return Conversion(own.source.program(own.converted.text), contents, notes)


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
