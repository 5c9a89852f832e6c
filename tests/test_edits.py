"""Edits are data: where they begin, and where they are in a script that begins further down."""

from __future__ import annotations

import pickle
from dataclasses import fields

import pytest

from gpu2ipu.edits import (
    AddArgument,
    AddDecorator,
    AddParameter,
    Edit,
    Insert,
    Remove,
    RemoveArgument,
    Replace,
    SetItem,
    Span,
    Unwrap,
    Where,
    Wrap,
    at_lines,
    line_of,
    moved,
    reach,
)

HERE, INSIDE = Span(3, 0, 4, 8), Span(3, 4, 3, 6)
PARTS = (("x", INSIDE),)
EDITS = (
    AddArgument(HERE, "a", "{x}", PARTS),
    RemoveArgument(HERE, "a"),
    SetItem(HERE, INSIDE, "a", 'a["a"]', "1"),
    AddParameter(HERE, "a", "1"),
    AddDecorator(HERE, "a"),
    Replace(HERE, "{x}", PARTS),
    Insert(HERE, "{x}", Where.AFTER, PARTS),
    Remove(HERE, with_comments=True),
    Wrap(HERE, INSIDE, "with {x}:", PARTS),
    Unwrap(HERE),
)


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: type(edit).__name__)
def test_an_edit_moves_with_all_its_spans(edit: Edit) -> None:
    below = moved(edit, 10)
    assert (line_of(edit), line_of(below)) == (3, 13)
    assert moved(below, -10) == edit
    spans = [getattr(below, each.name) for each in fields(below)]
    spans += [span for _, span in getattr(below, "parts", ())]
    assert all(span.line > 10 for span in spans if isinstance(span, Span))


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: type(edit).__name__)
def test_an_edit_goes_to_another_process_and_counts_once(edit: Edit) -> None:
    assert {edit, pickle.loads(pickle.dumps(edit))} == {edit}


def test_an_edit_at_other_lines() -> None:
    assert at_lines(Replace(HERE, "{x}", PARTS), {3: 30, 4: 50}.__getitem__) == Replace(
        Span(30, 0, 50, 8), "{x}", (("x", Span(30, 4, 30, 6)),)
    )


@pytest.mark.parametrize(
    ("edit", "lines"),
    [
        (Replace(HERE, "x"), (2, 4)),
        (Insert(HERE, "x"), (2, 2)),
        (Insert(HERE, "x", Where.AFTER), (4, 4)),
        (AddParameter(HERE, "a"), (2, 3)),
        (AddDecorator(HERE, "a"), (2, 3)),
        (Wrap(INSIDE, Span(9, 0, 12, 3), "with x:"), (2, 12)),
    ],
)
def test_where_an_edit_changes_lines(edit: Edit, lines: tuple[int, int]) -> None:
    assert reach(edit) == lines
