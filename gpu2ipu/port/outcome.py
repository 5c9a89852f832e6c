"""Outcome: what becomes of one node in a port. The rule that owns its type puts it into words."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import field

from gpu2ipu.edits import Edit
from gpu2ipu.records import record


@record
class NewArgument:
    """An argument that a call is given, or the new value of one that it has."""

    call: ast.Call
    name: str
    given: ast.expr | None  # the old value
    value: ast.expr


@record
class Outcome:
    """The edits that change a node, with all that they need; without any the node needs manual work."""

    node: ast.expr | ast.stmt
    edits: tuple[Edit, ...] = field(default=(), kw_only=True)
    # not written yet, since what several of them compute may get a name
    arguments: tuple[NewArgument, ...] = field(default=(), kw_only=True)

    @property
    def is_done(self) -> bool:
        """True if nothing is left for manual work."""
        return bool(self.edits or self.arguments)


def unique(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Edits without repetition, in order."""
    return tuple(dict.fromkeys(edits))
