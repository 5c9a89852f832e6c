"""Places: where a script creates what a plan speaks of, by file, line and the calls that lead there."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.plan.layers import Place
from gpu2ipu.plan.plan_file import path_of

Places = Sequence[Place]


class _Created(Protocol):
    @property
    def file(self) -> str | None: ...

    @property
    def line(self) -> int | None: ...

    @property
    def callers(self) -> tuple[Place, ...]: ...


def places_of(created: _Created) -> Places:
    """Return the lines that lead to the creation of a model or layer, outermost first; none if they are not known."""
    if created.file is None or created.line is None:
        return ()
    return (*created.callers, Place(created.file, created.line))


def is_at(script: Script, node: ast.AST, place: Place) -> bool:
    """True if a node of the script has this line."""
    file = script.file_of(node)
    first = getattr(node, "lineno", 0) - file.above
    last = getattr(node, "end_lineno", 0) - file.above
    return (
        first <= place.line <= last and path_of(place.file, [each.path for each in script.files]) == file.path
    )


def line_of(script: Script, created: _Created) -> str:
    """Return the line that creates a model or layer in words, with its file if there are several."""
    if created.file is None:
        return "the script"
    return f"line {created.line}" + (f" of {Path(created.file).name}" if len(script.files) > 1 else "")


def calls_in_common(script: Script, path: CallPath, places: Places) -> int:
    """Return how many of the last calls of a path have the last lines of some places."""
    count = 0
    for node, place in zip(reversed(path), reversed(places)):
        if not is_at(script, node, place):
            break
        count += 1
    return count
