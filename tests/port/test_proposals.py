"""The parts of a plan: their fixes."""

from __future__ import annotations

import ast

from gpu2ipu.edits import Remove, Span
from gpu2ipu.findings import Fix, Safety
from gpu2ipu.port.proposals import Piece, unique

FIRST, SECOND = Remove(Span(1, 0, 1, 1)), Remove(Span(2, 0, 2, 1))
NODE = ast.Name("x", ast.Load())


def test_edits_count_once() -> None:
    assert unique([FIRST, SECOND, FIRST]) == (FIRST, SECOND)


def test_a_piece_without_edits_is_left_for_a_person() -> None:
    assert Piece("IPU202", NODE, "message", "title").fix is None
    piece = Piece("IPU202", NODE, "message", "title", Safety.REVIEW, (FIRST, FIRST))
    assert piece.fix == Fix("title", Safety.REVIEW, (FIRST,))
