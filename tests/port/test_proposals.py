"""The parts of a plan: their fixes."""

from __future__ import annotations

import ast

from gpu2ipu.edits import Remove, Span
from gpu2ipu.findings import Fix, Safety
from gpu2ipu.port.proposals import Proposal, unique

FIRST, SECOND = Remove(Span(1, 0, 1, 1)), Remove(Span(2, 0, 2, 1))
NODE = ast.Name("x", ast.Load())


def test_edits_count_once() -> None:
    assert unique([FIRST, SECOND, FIRST]) == (FIRST, SECOND)


def test_a_piece_without_edits_is_left_for_a_person() -> None:
    assert Proposal("IPU202", NODE, "message", "title").fix is None
    proposal = Proposal("IPU202", NODE, "message", "title", Safety.REVIEW, (FIRST, FIRST))
    assert proposal.fix == Fix("title", Safety.REVIEW, (FIRST,))
