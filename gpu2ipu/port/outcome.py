"""Outcome: what becomes of one node in a port. The rule that owns its type puts it into words."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import field

from gpu2ipu.edits import Edit
from gpu2ipu.records import record


@record
class Outcome:
    """The edits that change a node, with all that they need; without edits the node needs manual work."""

    node: ast.expr
    edits: tuple[Edit, ...] = field(default=(), kw_only=True)


def unique(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Edits without repetition, in order."""
    return tuple(dict.fromkeys(edits))
