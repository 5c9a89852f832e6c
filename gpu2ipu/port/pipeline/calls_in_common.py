"""The calls that several places of a script have in common."""

from __future__ import annotations

from collections.abc import Iterable

from gpu2ipu.analysis.values.value import CallPath


def common_calls(paths: Iterable[CallPath]) -> CallPath:
    """Return the calls that all of some paths begin with, the last node of each path left out."""
    above = [path[:-1] for path in paths]
    shortest = min(above, key=len)
    differ = (i for i, node in enumerate(shortest) if any(path[i] is not node for path in above))
    return shortest[: next(differ, len(shortest))]
