"""Fixes, applied to texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.convert.fixes import changes_by_file, edited, ids_of, with_fixes, with_format
from gpu2ipu.edits import Replace, Span
from gpu2ipu.errors import InternalError
from gpu2ipu.findings import Elsewhere, Finding, Fix, Safety, Severity

PATH, OTHER = Path("a.py"), Path("b.py")
EDIT = Replace(Span(1, 4, 1, 5), "2")


def finding(*edits: Replace, elsewhere: tuple[Elsewhere, ...] = (), rule: str = "IPU201") -> Finding:
    fix = Fix("a title", Safety.REVIEW, edits, elsewhere)
    return Finding(rule, "partial-batch", Severity.ERROR, Span(1, 0, 1, 5), "a message", fix)


def test_each_file_gets_its_part_of_a_fix() -> None:
    span = Span(3, 0, 3, 1)
    both = finding(EDIT, elsewhere=(Elsewhere(OTHER, span, (EDIT,)),))
    changes = changes_by_file([(PATH, both), (OTHER, finding(EDIT))])
    assert {path: [each.span for each in found] for path, found in changes.items()} == {
        PATH: [both.span],
        OTHER: [span, both.span],
    }
    assert all(each.fix and not each.fix.elsewhere for found in changes.values() for each in found)
    assert list(changes_by_file([(PATH, finding(elsewhere=(Elsewhere(OTHER, span, (EDIT,)),)))])) == [OTHER]


def test_fixes_are_written_into_the_text() -> None:
    assert with_fixes(PATH, "x = 1\n", [finding(EDIT)]) == "x = 2\n"


def test_edits_that_do_not_suit_the_text_name_their_rules() -> None:
    with pytest.raises(InternalError, match="the fixes of IPU201, IPU304 cannot be applied"):
        edited(PATH, "x = 1\n", [Replace(Span(9, 0, 9, 1), "2")], [finding(rule="IPU304"), finding()])
    assert ids_of([finding(), finding()]) == "IPU201"


def test_what_has_become_too_long_is_formatted() -> None:
    long = ", ".join(f"argument_{number}" for number in range(12))
    formatted = with_format(PATH, "x  =  1\ny = f()\n", f"x  =  1\ny = f({long})\n")
    listed = long.replace(", ", ",\n    ")
    assert formatted == f"x  =  1\ny = f(\n    {listed},\n)\n"
