"""Outcomes: what is done, and edits that several outcomes share."""

from __future__ import annotations

import ast

from gpu2ipu.edits import Remove, Span
from gpu2ipu.port.outcome import NewArgument, Outcome, unique

CALL = ast.Call(ast.Name("f"), [], [])
FIRST, SECOND = Remove(Span(1, 0, 1, 4)), Remove(Span(2, 0, 2, 4))


def test_an_outcome_without_edits_needs_manual_work() -> None:
    assert not Outcome(CALL).is_done
    assert Outcome(CALL, edits=(FIRST,)).is_done
    assert Outcome(CALL, arguments=(NewArgument(CALL, "a", None, ast.Constant(3)),)).is_done


def test_edits_count_once_and_keep_their_order() -> None:
    assert unique([SECOND, FIRST, SECOND]) == (SECOND, FIRST)
