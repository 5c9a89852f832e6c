"""Symbols: what nothing more is known of in an expanded expression."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.dataflow.expansion import expansions
from gpu2ipu.analysis.dataflow.symbols import (
    as_written,
    can_be_read_at,
    identity_of,
    is_unwritable,
    number_of,
)
from tests.analysis.evaluated import script_of
from tests.port.proposed import expression


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("len(x)", "len(x)", True),
        ("len(x)", "x.shape[0]", True),
        ("len(x)", "x.shape[1]", False),
        ("len(x)", "len(y)", False),
        ("next(x)", "next(x)", False),
    ],
)
def test_what_two_expressions_have_in_common(first: str, second: str, same: bool) -> None:
    script = script_of(f"x = y = np.load('x.npy')\nprint({first})\nprint({second})")
    nth = 1 if first == second else 0
    pair = (expression(script, first), expression(script, second, nth))
    assert (identity_of(script, pair[0]) == identity_of(script, pair[1])) is same


def test_equal_names_of_two_functions_are_two_symbols() -> None:
    script = script_of("def f(x):\n    return len(x)\ndef g(x):\n    return len(x)")
    assert identity_of(script, expression(script, "len(x)")) != identity_of(
        script, expression(script, "len(x)", 1)
    )


@pytest.mark.parametrize(
    ("code", "written", "number", "unwritable"),
    [
        ("print(n // 32)", "n // 32", None, False),
        ("b = 32\nprint(n // b)", "n // b", None, False),
        ("b = 32\nprint(b)", "b", 32, False),
        ("print(next(n))", "next(n)", None, True),
    ],
)
def test_symbols_of_an_expansion(code: str, written: str, number: int | None, unwritable: bool) -> None:
    script = script_of(code)
    (expanded,) = expansions(script, expression(script, written))
    assert ast.unparse(as_written(expanded)) == written
    assert (number_of(expanded), is_unwritable(expanded)) == (number, unwritable)


@pytest.mark.parametrize(
    ("between", "readable"), [("", True), ("rows = 5\n", False), ("if n:\n    rows = 5\n", False)]
)
def test_a_symbol_is_read_where_it_has_its_value(between: str, readable: bool) -> None:
    script = script_of(f"rows = len(np.load('x.npy'))\nsteps = rows // 32\n{between}print(steps)")
    (expanded,) = expansions(script, expression(script, "rows // 32"))
    assert can_be_read_at(script, expanded, expression(script, "print(steps)")) is readable
