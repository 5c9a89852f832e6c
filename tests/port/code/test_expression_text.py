"""Expressions as text."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.code.expression_text import operand_text, quote, text_of
from tests.port.proposed import script_of


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        ("a = 'x'", "d['k']", "d['k']"),
        ('a = "x"', "d['k']", 'd["k"]'),
        ("a = 1", "d['k']", 'd["k"]'),
        ('a = "x"', "d['\"']", "d['\"']"),
        ('a = "x"', r"d['\n']", r"d['\n']"),
    ],
)
def test_text_in_the_quotes_of_the_script(text: str, code: str, expected: str) -> None:
    script = script_of(text, imports="")
    assert text_of(script, ast.parse(code, mode="eval").body) == expected
    assert quote(script) in ("'", '"')


@pytest.mark.parametrize(("code", "expected"), [("a", "a"), ("a + 1", "(a + 1)"), ("f(a)", "f(a)")])
def test_operands(code: str, expected: str) -> None:
    assert operand_text(script_of("", imports="a = 1"), ast.parse(code, mode="eval").body) == expected
