"""Unified diffs from script to port."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from gpu2ipu.source import lines

if TYPE_CHECKING:
    from gpu2ipu.convert.destinations import PortedScript

NO_END = "\\ No newline at end of file"


def diff(port: PortedScript) -> str:
    """Return a unified diff from script to port, of a notebook one for each cell; empty when nothing changes."""
    source, converted = port.result.source, port.result.converted
    if source is None or converted is None:
        return ""
    pairs = zip(source.parts(source.text), source.parts(converted.text), strict=True)
    return "".join(_diff(before, after, port, name) for (name, before), (_, after) in pairs)


def _diff(before: str, after: str, port: PortedScript, name: str) -> str:
    names = f"{port.result.path}{name}", f"{port.target}{name}"
    changes = difflib.unified_diff(lines.split(before), lines.split(after), *names)
    return "".join(line if line.endswith("\n") else f"{line}\n{NO_END}\n" for line in changes)
