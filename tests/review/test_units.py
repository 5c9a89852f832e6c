"""Units are logical lines; those of two texts are paired by what they say."""

from __future__ import annotations

import pytest

from gpu2ipu.review.units import TextUnit, is_same, paired, units_of


def pairs(old: str, new: str) -> list[tuple[str, str]]:
    before, after = units_of(old), units_of(new)
    return [(before[one].words, after[other].words) for one, other in paired(before, after)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("a = 1\nb = [\n    2,\n]\n", ["a = 1\n", "b = [\n    2,\n]\n"]),
        ("if a:  # yes\n\n    b()\n", ["if a:  # yes\n", "\n", "    b()\n"]),
        ("# one\n# two\na = 1", ["# one\n", "# two\n", "a = 1"]),
        ('s = """\n# no comment\n"""\n', ['s = """\n# no comment\n"""\n']),
        ("a = 1; b = 2\r\nc = \\\r\n    3\r\n", ["a = 1; b = 2\r\n", "c = \\\r\n    3\r\n"]),
        ("a = 1\rb = 2\r", ["a = 1\r", "b = 2\r"]),
        ("x = 'a\x0cb'\n\x0c\ny = 1\n", ["x = 'a\x0cb'\n", "\x0c\n", "y = 1\n"]),
    ],
)
def test_units_are_logical_lines(text: str, parts: list[str]) -> None:
    assert [unit.text for unit in units_of(text)] == parts


def test_what_is_indented_is_still_the_same() -> None:
    assert pairs("a()\nb()\n", "with s:\n    a()\n    b()\n") == [("a()", "a()"), ("b()", "b()")]


def test_a_unit_that_changes_meets_what_is_most_like_it() -> None:
    assert pairs("fit(x, epochs=3)\n", "steps = len(y)\nfit(x[:steps], epochs=3)\n") == [
        ("fit(x, epochs=3)", "fit(x[:steps], epochs=3)")
    ]


def test_what_both_have_once_is_paired_before_what_they_repeat() -> None:
    old = "d = load(1)\nfit(d, n=2)\nd = load(2)\nfit(d, n=2)\n"
    new = "d = load(1)\nfit(cast(d), n=2)\nd = load(2)\nfit(d, n=2)\n"
    assert [one for one, other in pairs(old, new) if one != other] == ["fit(d, n=2)"]


def test_blank_lines_and_comments_beside_pairs_are_paired() -> None:
    assert pairs("a()\n\n# here\nb()\n", "a()\n\nnew()\n\n# here\nb()\n") == [
        ("a()", "a()"),
        ("", ""),
        ("# here", "# here"),
        ("b()", "b()"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("a\n", "a\n", True),
        ("a", "a\n", True),
        ("a\n", "a", False),
        ("a\n", "    a\n", False),
        ("a\n", "a\r\n", False),
    ],
)
def test_a_line_that_others_follow_now_is_the_same(old: str, new: str, same: bool) -> None:
    assert is_same(TextUnit(0, 1, old, True), TextUnit(0, 1, new, True)) is same
