"""Pieces: the parts of a plan. A `Proposal` becomes one finding of one rule."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NamedTuple

from gpu2ipu.edits import Edit
from gpu2ipu.findings import Fix, Safety


class Proposal(NamedTuple):
    """What one rule says about one node; without edits it is left for a person."""

    rule: str
    node: ast.expr
    message: str
    title: str = ""
    safety: Safety = Safety.SAFE
    edits: tuple[Edit, ...] = ()

    @property
    def fix(self) -> Fix | None:
        """The fix, where there is one."""
        return Fix(self.title, self.safety, unique(self.edits)) if self.edits else None


def unique(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Edits without repetition, in order."""
    return tuple(dict.fromkeys(edits))
