"""What goes wrong while edits are applied is told with the edits, or with the line."""

from __future__ import annotations

from gpu2ipu.edits import Remove, Span
from gpu2ipu.rewrite.failure import CannotRewrite, RewriteError

EDIT = Remove(Span(1, 0, 1, 4))


def test_a_defect_of_a_rule_names_its_edits() -> None:
    error = RewriteError("these edits found nothing", iter([EDIT]))
    assert error.edits == (EDIT,)
    assert str(error) == f"these edits found nothing\n  {EDIT!r}"


def test_what_libcst_refuses_has_a_line() -> None:
    error = CannotRewrite("is not Python", 12)
    assert (error.line, str(error)) == (12, "line 12: is not Python")
