"""Edits: what a fix does to a script, as data.

Rules make edits from spans of the `ast`, `rewrite.py` applies them with libcst. An edit is frozen, hashable and
picklable and never refers to a node of either tree. Two equal edits count once, so that fixes which need the same
helper can each bring it along.

A template is Python source with holes such as `{rows}`; `parts` names the span that fills each hole with the
original's code *as it is after its own edits*, so that edits on nested nodes compose by construction.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, NamedTuple

from gpu2ipu.records import record


class Span(NamedTuple):
    """The position of a node: lines from 1, columns from 0 in characters, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    def moved(self, lines: int) -> Span:
        """The span so many lines further down."""
        return self._replace(line=self.line + lines, end_line=self.end_line + lines)


Parts = tuple[tuple[str, Span], ...]


class Where(enum.Enum):
    """On which side of a statement something is inserted."""

    BEFORE = "before"
    AFTER = "after"


@record
class AddArgument:
    """Append `keyword=template` to a call; a call that has the keyword gets the new value instead."""

    call: Span
    keyword: str
    template: str
    parts: Parts = ()


@record
class RemoveArgument:
    """Take the keyword argument `keyword` out of a call."""

    call: Span
    keyword: str


@record
class RemoveElement:
    """Take an element out of a list or dict display, with its own comment and those right above it."""

    target: Span  # the list or dict
    element: Span  # of a dict: the value


@record
class SetItem:
    """Give one item of `*a` or `**a` in a call another value: `a[0], template`, or `**{**a, "key": template}`.

    The hole `{item}` stands for the item, which is `item` before the first edit.
    """

    call: Span
    unpacked: Span  # the expression after the stars
    key: int | str
    item: str
    template: str
    length: int = 0  # how many items `*a` has


@record
class AddParameter:
    """Give a function one more parameter: before `**kwargs`, after everything else.

    Without a default it must be given, unless parameters before it have defaults: then it is `None`.
    """

    function: Span
    name: str
    default: str | None = None


@record
class AddDecorator:
    """Give a function one more decorator, right above its `def`: `template` is the expression behind the `@`."""

    function: Span
    template: str


@record
class Replace:
    """Replace an expression by `template`, or a simple statement (then the template holds statements).

    An expression statement and its expression share a span; the expression is meant.
    """

    target: Span
    template: str
    parts: Parts = ()


@record
class Insert:
    """Put statements before or after a statement, at its indentation.

    A blank first or last line in the template stands for a blank line in the script.
    """

    statement: Span
    template: str
    where: Where = Where.BEFORE
    parts: Parts = ()


@record
class Remove:
    """Take out a statement; a block that would be empty keeps `pass`.

    The comments above it stay, unless they go to where the statement goes (`with_comments`).
    """

    statement: Span
    with_comments: bool = False


@record
class Wrap:
    """Move a run of sibling statements into a block: `header` is the line that opens it, such as `with x:`.

    `otherwise` holds the statements of an `else` behind the block.
    """

    first: Span
    last: Span
    header: str
    parts: Parts = ()
    otherwise: str = ""


@record
class MatchToIf:
    """Write a `match` statement with `if` and `elif`: a test for each case, an empty one for a last `else`."""

    statement: Span
    tests: tuple[str, ...]


@record
class Unwrap:
    """Put the body of a block such as `with x:` in the place of the whole; the line that opens it goes."""

    statement: Span


@record
class RemoveItem:
    """Take one of several items out of the line that opens a `with` block."""

    statement: Span
    item: Span  # the expression, without `as name`


Edit = (
    AddArgument
    | RemoveArgument
    | RemoveElement
    | RemoveItem
    | SetItem
    | AddParameter
    | AddDecorator
    | Replace
    | Insert
    | Remove
    | Wrap
    | Unwrap
    | MatchToIf
)


def line_of(edit: Edit) -> int:
    """The line in which the node of an edit begins."""
    return _spans(edit)[0][1].line


def moved(edit: Edit, lines: int) -> Edit:
    """Return the edit for a script that begins so many lines further down."""
    return at_lines(edit, lambda line: line + lines)


def at_lines(edit: Edit, line: Callable[[int], int]) -> Edit:
    """Return the edit with other lines in its spans: `line` returns that which becomes of one."""

    def placed(span: Span) -> Span:
        return span._replace(line=line(span.line), end_line=line(span.end_line))

    changed: dict[str, Any] = {name: placed(span) for name, span in _spans(edit)}
    if parts := getattr(edit, "parts", ()):
        changed["parts"] = tuple((hole, placed(span)) for hole, span in parts)
    return replace(edit, **changed)


def reach(edit: Edit) -> tuple[int, int]:
    """Return where an edit changes lines: from behind so many lines to behind so many; an insertion is at one place."""
    match edit:
        case Insert(statement=span):
            place = span.line - 1 if edit.where is Where.BEFORE else span.end_line
            return place, place
        case AddParameter(function=span) | AddDecorator(function=span):
            return span.line - 1, span.line
    spans = [span for _, span in _spans(edit)]
    return min(span.line for span in spans) - 1, max(span.end_line for span in spans)


def _spans(edit: Edit) -> list[tuple[str, Span]]:
    values = ((field.name, getattr(edit, field.name)) for field in fields(edit))
    return [(name, value) for name, value in values if isinstance(value, Span)]
