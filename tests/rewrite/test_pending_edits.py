"""Edits are found by the nodes that they are about, and crossed off."""

from __future__ import annotations

from gpu2ipu.edits import AddArgument, Insert, Remove, Span, Where, Wrap
from gpu2ipu.rewrite.pending_edits import PendingEdits, anchor

FIRST, SECOND, THIRD = Span(2, 0, 2, 9), Span(4, 0, 6, 1), Span(9, 0, 9, 3)
ADDED, INSERTED = AddArgument(FIRST, "a", "1"), Insert(FIRST, "b = 2")
WRAPPED, REMOVED = Wrap(SECOND, THIRD, "with x:"), Remove(THIRD)


def test_edits_are_found_by_node_and_kind_and_count_once() -> None:
    edits = PendingEdits([ADDED, INSERTED, ADDED, WRAPPED])
    assert edits.at(FIRST, AddArgument) == [ADDED]
    assert edits.at(FIRST, Insert) == [INSERTED]
    assert edits.at(SECOND, Remove) == []
    assert edits.left == (ADDED, INSERTED, WRAPPED)


def test_what_is_applied_is_crossed_off() -> None:
    edits = PendingEdits([ADDED, INSERTED])
    edits.cross_off(ADDED)
    assert (edits.at(FIRST, AddArgument), edits.left) == ([], (INSERTED,))
    assert edits.anchors(FIRST)


def test_a_run_of_statements_reaches_from_its_first_to_its_last() -> None:
    edits = PendingEdits([WRAPPED])
    assert anchor(WRAPPED) == SECOND
    assert [edits.touches((line, 0), (line, 80)) for line in (4, 6, 9)] == [True, False, False]
    assert [edits.reaches(line, line) for line in (3, 4, 7, 9, 10)] == [False, True, True, True, False]
    assert edits.anchors(THIRD)


def test_removed_statements_are_known() -> None:
    assert PendingEdits([REMOVED, ADDED]).removed == {THIRD}


def test_an_import_at_the_top_is_inserted_once_at_the_first_place() -> None:
    late, early = Insert(SECOND, "import random"), Insert(FIRST, "import random", Where.AFTER)
    inside = Insert(Span(5, 4, 5, 9), "import random")
    assert PendingEdits([late, early, inside]).edits == (early, inside)
