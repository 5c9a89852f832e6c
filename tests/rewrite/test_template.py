"""Templates: where code in a hole needs parentheses, and the statements that they become."""

from __future__ import annotations

import libcst as cst
import pytest

from gpu2ipu.rewrite.template import expression, fill, paragraph


@pytest.mark.parametrize(
    ("template", "code", "filled"),
    [
        ("len({x})", "a, b", "len((a, b))"),
        ("len({x})", "a + b", "len(a + b)"),
        ("{x} // 2", "a + b", "(a + b) // 2"),
        ("{x} // 2", "a * b", "a * b // 2"),
        ("2 // {x}", "a * b", "2 // (a * b)"),
        ("{x}.shape", "a", "a.shape"),
        ("{x}.shape", "3", "(3).shape"),
        ("{x}.shape", "await a", "(await a).shape"),
        ("not{x}", "a", "not(a)"),
        ("f(*{x})", "a or b", "f(*a or b)"),
        ("f({x}, 1)", "yield", "f((yield), 1)"),
        ("a = {x}", "yield", "a = yield"),
        ("{other}", "a", "{other}"),
    ],
)
def test_parentheses_are_put_where_they_have_to_be(template: str, code: str, filled: str) -> None:
    assert fill(template, {"x": code}, bracketed=False) == filled


def test_code_of_several_lines_needs_parentheses_unless_it_is_in_some() -> None:
    codes = {"x": "a +\nb"}
    assert fill("{x}", codes, bracketed=False) == "(a +\nb)"
    assert fill("{x}", codes, bracketed=True) == "a +\nb"


@pytest.mark.parametrize("code", ["a", "(a)", "a +\nb", "(yield)", "(b := 3)"])
def test_an_expression_comes_back_as_it_was(code: str) -> None:
    assert cst.Module([]).code_for_node(expression(code, "\n")) == code


def test_a_paragraph_knows_its_blank_lines_and_comments() -> None:
    found = paragraph("\n# above\na = 1\nif a:\n\n    b = 2\n# below\n", "\n", "\n")
    assert (len(found.above), len(found.body), len(found.below)) == (1, 2, 1)
    assert [line.comment.value for line in found.comments if line.comment] == ["# below"]
    assert cst.Module([found.body[0]]).code == "# above\na = 1\n"


def test_a_paragraph_of_comments_has_no_statements() -> None:
    found = paragraph("# only", "\n", "\n")
    assert (found.body, [line.comment.value for line in found.comments if line.comment]) == ((), ["# only"])
