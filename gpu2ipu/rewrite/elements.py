"""Elements of a list or dict display, and items of a `with` block: one less, with its comment and those above it."""

from __future__ import annotations

import libcst as cst

_Space = cst.BaseParenthesizableWhitespace
_Element = cst.BaseElement | cst.BaseDictElement


def remove_element(display: cst.List | cst.Dict, place: int) -> cst.List | cst.Dict:
    """Return a list or a dict without the element at a place; comments of the others stay."""
    elements: list[_Element] = list(display.elements)
    gone = elements.pop(place)
    first, last = ("lbracket", "rbracket") if isinstance(display, cst.List) else ("lbrace", "rbrace")
    opening, closing = getattr(display, first), getattr(display, last)
    if not elements:
        return display.with_changes(elements=(), **{first: type(opening)(), last: type(closing)()})
    if place == 0:
        above = opening.whitespace_after
        space = _without_lines(above, _behind(gone)) if _has_lines(above) else above
        return display.with_changes(
            elements=elements, **{first: opening.with_changes(whitespace_after=space)}
        )
    before = elements[place - 1]
    if place < len(elements):
        space = _without_lines(_behind(before), _behind(gone))
        elements[place - 1] = before.with_changes(comma=cst.Comma(whitespace_after=space))
        return display.with_changes(elements=elements)
    space = _without_lines(_behind(before), closing.whitespace_before)
    elements[place - 1] = before.with_changes(comma=gone.comma)
    return display.with_changes(elements=elements, **{last: closing.with_changes(whitespace_before=space)})


def without_item(block: cst.With, place: int) -> cst.With:
    """Return a `with` block without one of its several items."""
    items = list(block.items)
    gone = items.pop(place)
    if place == len(items):
        items[-1] = items[-1].with_changes(comma=gone.comma)
    return block.with_changes(items=items)


def _behind(element: _Element) -> _Space:
    """What stands between an element's comma and the next one."""
    return (
        element.comma.whitespace_after if isinstance(element.comma, cst.Comma) else cst.SimpleWhitespace("")
    )


def _has_lines(space: _Space) -> bool:
    return isinstance(space, cst.ParenthesizedWhitespace)


def _without_lines(before: _Space, behind: _Space) -> _Space:
    """What stands between two elements when the one between them has gone: the end of the line above is kept."""
    if isinstance(before, cst.ParenthesizedWhitespace) and isinstance(behind, cst.ParenthesizedWhitespace):
        return behind.with_changes(first_line=before.first_line)
    return before if isinstance(before, cst.ParenthesizedWhitespace) and before.first_line.comment else behind
