"""The edits of one run, found by the span they are anchored at and crossed off as they are applied."""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from typing import TypeGuard, TypeVar

from gpu2ipu.edits import (
    AddArgument,
    AddDecorator,
    AddParameter,
    Edit,
    Insert,
    MatchToIf,
    Remove,
    RemoveArgument,
    RemoveElement,
    RemoveItem,
    Replace,
    SetItem,
    Span,
    Unwrap,
    Where,
    Wrap,
)

_Kind = TypeVar(
    "_Kind",
    AddArgument,
    RemoveArgument,
    RemoveElement,
    RemoveItem,
    SetItem,
    AddParameter,
    AddDecorator,
    Replace,
    Insert,
    Remove,
    Wrap,
    Unwrap,
    MatchToIf,
)


Place = tuple[int, int]  # line and column


def anchor(edit: Edit) -> Span:
    """Return the node an edit is about; of a run of statements, the first."""
    match edit:
        case AddArgument() | RemoveArgument() | SetItem():
            return edit.call
        case AddParameter() | AddDecorator():
            return edit.function
        case Replace() | RemoveElement():
            return edit.target
        case Insert() | Remove() | RemoveItem() | Unwrap() | MatchToIf():
            return edit.statement
        case Wrap():
            return edit.first


def _last_line(edit: Edit) -> int:
    return edit.last.end_line if isinstance(edit, Wrap) else anchor(edit).end_line


def _without_repeated_imports(edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Two rules may each insert the same import among those at the top: the first place serves both."""
    first: dict[str, Insert] = {}
    for edit in edits:
        if _is_import_at_top(edit):
            known = first.setdefault(edit.template.strip(), edit)
            if (edit.statement.line, edit.where is Where.AFTER) < (
                known.statement.line,
                known.where is Where.AFTER,
            ):
                first[edit.template.strip()] = edit
    return tuple(
        edit for edit in edits if not _is_import_at_top(edit) or first[edit.template.strip()] is edit
    )


def _is_import_at_top(edit: Edit) -> TypeGuard[Insert]:
    if not isinstance(edit, Insert) or edit.statement.column > 0:
        return False
    text = edit.template.strip()
    return text.startswith("import ") and "\n" not in text


class PendingEdits:
    """Edits by anchor. Equal edits, and equal imports at the top, count once; the order in which they came is kept."""

    def __init__(self, edits: Iterable[Edit]) -> None:
        """Sort the edits."""
        self.edits = _without_repeated_imports(tuple(dict.fromkeys(edits)))
        self.part_spans = frozenset(span for edit in self.edits for _, span in getattr(edit, "parts", ()))
        self._left: dict[Span, list[Edit]] = {}
        for edit in self.edits:
            self._left.setdefault(anchor(edit), []).append(edit)
        self._places = sorted({(span.line, span.column) for span in self._left})
        self.removed = frozenset(edit.statement for edit in self.edits if isinstance(edit, Remove))
        self.lasts = frozenset(edit.last for edit in self.edits if isinstance(edit, Wrap))
        self._ranges = {(anchor(edit).line, _last_line(edit)) for edit in self.edits}
        self._spans = self.lasts | self._left.keys()

    def anchors(self, span: Span) -> bool:
        """True if an edit, applied or not, begins or ends at this very node."""
        return span in self._spans

    def touches(self, start: Place, end: Place) -> bool:
        """True if an edit's anchor begins between these places."""
        number = bisect.bisect_left(self._places, start)
        return number < len(self._places) and self._places[number] <= end

    def reaches(self, first: int, last: int) -> bool:
        """True if a node that an edit is about, or a run of statements, shares one of these lines."""
        return any(start <= last and first <= end for start, end in self._ranges)

    def at(self, span: Span, kind: type[_Kind]) -> list[_Kind]:
        """Return the edits of a kind that are still to be applied at a node."""
        return [edit for edit in self._left.get(span, ()) if isinstance(edit, kind)]

    def cross_off(self, edit: Edit) -> None:
        """Note that an edit is applied."""
        self._left[anchor(edit)].remove(edit)

    @property
    def left(self) -> tuple[Edit, ...]:
        """What is still to be applied, in the order in which it came."""
        left = {edit for edits in self._left.values() for edit in edits}
        return tuple(edit for edit in self.edits if edit in left)
