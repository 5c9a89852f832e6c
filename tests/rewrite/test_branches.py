"""A `match` becomes an `if` with the comments and bodies of its cases."""

from __future__ import annotations

import pytest

from gpu2ipu.edits import Edit, MatchToIf, Replace
from gpu2ipu.rewrite import apply
from tests.rewrite.spans import expr, stmt


@pytest.mark.parametrize(
    ("before", "tests", "after"),
    [
        ("match a:\n    case 1:\n        b\n", ("a == 1",), "if a == 1:\n    b\n"),
        ("match a:\n    case 1: b\n    case _: c\n", ("a == 1", ""), "if a == 1: b\nelse: c\n"),
        (
            "# A\nmatch a:  # a\n    # 1\n    case 1:\n        b  # b\n\n"
            "    # 2\n    case 2:\n        c\n    # end\nd\n",
            ("a == 1", "a == 2"),
            "# A\n# a\n# 1\nif a == 1:\n    b  # b\n\n# 2\nelif a == 2:\n    c\n    # end\nd\n",
        ),
        (
            "if x:\n  match a:\n    case 1:\n      b\n    case _:\n      c\n",
            ("a == 1", ""),
            "if x:\n  if a == 1:\n    b\n  else:\n    c\n",
        ),
    ],
)
def test_cases_are_branches(before: str, tests: tuple[str, ...], after: str) -> None:
    assert apply(before, [MatchToIf(stmt(before, "match"), tests)]) == after


def test_what_is_inside_is_edited_first() -> None:
    text = "match a:\n    case 1:\n        match b:\n            case 2:\n                c\n"
    edits: list[Edit] = [
        MatchToIf(stmt(text, "match a"), ("a == 1",)),
        MatchToIf(stmt(text, "match b"), ("b == 2",)),
        Replace(expr(text, "c"), "d()"),
    ]
    assert apply(text, edits) == "if a == 1:\n    if b == 2:\n        d()\n"
