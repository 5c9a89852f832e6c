"""Alignment: which statements of a port are those of its original.

`with` blocks that only one of the two has are opened, so that what is in them meets what it was.
"""

from __future__ import annotations

import ast
import difflib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Block = Sequence[ast.stmt]

_SIMILAR = 0.6  # the least share of text that two statements have in common where nothing else pairs them


class Occurrence(NamedTuple):
    """A statement, and the blocks around it that were opened, outer ones first."""

    node: ast.stmt
    opened: tuple[ast.With, ...] = ()


class Pair(NamedTuple):
    """A statement of the original and what it is in the port; None where one of them has none."""

    old: Occurrence | None
    new: Occurrence | None


def same(one: ast.AST | None, other: ast.AST | None) -> bool:
    """True if two nodes say the same."""
    if one is None or other is None:
        return one is other
    return ast.dump(one) == ast.dump(other)


def header(block: ast.With) -> str:
    """Return what opens a block, to compare it."""
    return " ".join(map(ast.dump, block.items))


def aligned(old: Block, new: Block) -> list[Pair]:
    """Return the statements of two blocks in pairs, in the order of both."""
    headers = [Counter(map(header, _blocks(statements))) for statements in (old, new)]
    opened = {each for each in headers[0] | headers[1] if headers[0][each] != headers[1][each]}
    return list(_paired(list(_items(old, opened)), list(_items(new, opened))))


def _blocks(statements: Block) -> Iterator[ast.With]:
    for statement in statements:
        if isinstance(statement, ast.With):
            yield statement
            yield from _blocks(statement.body)


def _items(statements: Block, opened: set[str], outer: tuple[ast.With, ...] = ()) -> Iterator[Occurrence]:
    for statement in statements:
        if isinstance(statement, ast.With) and header(statement) in opened:
            yield from _items(statement.body, opened, (*outer, statement))
        else:
            yield Occurrence(statement, outer)


def _paired(old: Sequence[Occurrence], new: Sequence[Occurrence]) -> Iterator[Pair]:
    mine, theirs = ([ast.dump(item.node) for item in items] for items in (old, new))
    for tag, i, i_end, j, j_end in difflib.SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from map(Pair, old[i:i_end], new[j:j_end])
        else:
            yield from _best(old[i:i_end], new[j:j_end])


def _best(old: Sequence[Occurrence], new: Sequence[Occurrence]) -> Iterator[Pair]:
    """The pairs of two runs without equal statements that are most alike, in order."""
    likeness = [[_likeness(mine.node, theirs.node) for theirs in new] for mine in old]
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in reversed(range(len(old))):
        for j in reversed(range(len(new))):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], likeness[i][j] + best[i + 1][j + 1])
    i = j = 0
    while i < len(old) and j < len(new):
        if likeness[i][j] and best[i][j] == likeness[i][j] + best[i + 1][j + 1]:
            yield Pair(old[i], new[j])
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            yield Pair(old[i], None)
            i += 1
        else:
            yield Pair(None, new[j])
            j += 1
    yield from (Pair(item, None) for item in old[i:])
    yield from (Pair(None, item) for item in new[j:])


def _likeness(old: ast.stmt, new: ast.stmt) -> float:
    """How sure it is that a statement became another one; 0 where it did not."""
    if type(old) is not type(new):
        return 0.0
    if isinstance(old, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return float(old.name == getattr(new, "name", ""))
    if isinstance(old, ast.ImportFrom) and isinstance(new, ast.ImportFrom):
        return float((old.module, old.level) == (new.module, new.level))
    if isinstance(old, ast.Import):
        return 0.0
    if isinstance(old, ast.Assign) and isinstance(new, ast.Assign):
        return 1.0 if list(map(ast.dump, old.targets)) == list(map(ast.dump, new.targets)) else 0.0
    if isinstance(old, ast.Expr) and isinstance(new, ast.Expr):
        calls = old.value, new.value
        if isinstance(calls[0], ast.Call) and isinstance(calls[1], ast.Call):
            return 1.0 if same(calls[0].func, calls[1].func) else 0.0
    ratio = difflib.SequenceMatcher(None, ast.unparse(old), ast.unparse(new), autojunk=False).ratio()
    return ratio if ratio > _SIMILAR else 0.0
