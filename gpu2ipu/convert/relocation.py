"""Relocation: findings in a script whose code stays and whose lines move, since it is formatted or gets comments."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace

from gpu2ipu.analysis.syntax.script import SHARED, Script
from gpu2ipu.edits import Span
from gpu2ipu.findings import COMMENT_PREFIX, Finding

_PLACED = (ast.expr, ast.stmt, ast.arg, ast.keyword, ast.alias)
_NAMED_LINE = re.compile(r"\bline \d")


def relocated(before: Script, after: Script, found: Sequence[Finding]) -> list[Finding] | None:
    """Return the findings at their places in another text; None where rules have to look again.

    That is where it says something else, where a message names a line, or where comments may silence other findings.
    """
    is_silenced = COMMENT_PREFIX in before.text and "ignore" in before.text
    if is_silenced or any(_NAMED_LINE.search(finding.message) for finding in found):
        return None
    pairs = same_code(before.tree, after.tree)
    if pairs is None:
        return None
    lines = {finding.span.line for finding in found}
    places: dict[Span, Span] = {}
    for old, new in pairs:
        if isinstance(old, _PLACED) and isinstance(new, _PLACED) and old.lineno in lines:
            places.setdefault(before.span(old), after.span(new))
    if any(finding.span not in places for finding in found):
        return None
    return [replace(finding, span=places[finding.span], cell=None) for finding in found]


def same_code(one: ast.AST, other: ast.AST) -> list[tuple[ast.AST, ast.AST]] | None:
    """Return the nodes of two trees in pairs, or None where the trees say something else."""
    pairs, pending = [], [(one, other)]
    while pending:
        one, other = pending.pop()
        if type(one) is not type(other):
            return None
        if isinstance(one, SHARED):
            continue
        pairs.append((one, other))
        for name in one._fields:
            parts = _listed(getattr(one, name, None)), _listed(getattr(other, name, None))
            if len(parts[0]) != len(parts[1]):
                return None
            for a, b in zip(*parts, strict=True):
                if isinstance(a, ast.AST) and isinstance(b, ast.AST):
                    pending.append((a, b))
                elif type(a) is not type(b) or a != b:
                    return None
    return pairs


def _listed(part: object) -> list[object]:
    return part if isinstance(part, list) else [part]
