"""Arithmetic agrees with Python's own."""

from __future__ import annotations

import ast
import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.analysis.values.arithmetic import computed, is_one_row, is_remainder_of, number_of_rows, type_of
from gpu2ipu.analysis.values.scalars import Number, constant
from gpu2ipu.analysis.values.value import UNKNOWN, Value

OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
NUMBERS = st.integers(-1000, 1000) | st.floats(-1000, 1000)


@given(st.sampled_from(sorted(OPERATORS, key=str)), NUMBERS, NUMBERS)
def test_numbers_are_computed_as_python_does(kind: type[ast.operator], a: float, b: float) -> None:
    try:
        expected = OPERATORS[kind](a, b)
    except ZeroDivisionError:
        expected = None
    assert computed(kind(), constant(a), constant(b)) == expected


@pytest.mark.parametrize(
    ("a", "b"), [(constant("a"), constant("b")), (UNKNOWN, constant(1)), (constant(1), Number())]
)
def test_other_things_are_not(a: Value, b: Value) -> None:
    assert computed(ast.Add(), a, b) is None


@pytest.mark.parametrize(
    ("kind", "a", "b", "dtype"),
    [
        (ast.Mult, constant(2), Number(dtype="int64"), "int64"),
        (ast.Div, constant(2), constant(2), ""),
        (ast.Add, constant(2), constant(2.5), ""),
        (ast.Add, constant(2), UNKNOWN, ""),
    ],
)
def test_types(kind: type[ast.operator], a: Value, b: Value, dtype: str) -> None:
    assert type_of(kind(), a, b) == dtype


@pytest.mark.parametrize(
    ("code", "expected"), [("a % b", True), ("a.c % b", False), ("a // b", False), ("a", False)]
)
def test_is_remainder_of(code: str, expected: bool) -> None:
    whole = ast.parse("a", mode="eval").body
    assert is_remainder_of(ast.parse(code, mode="eval").body, whole) is expected


@pytest.mark.parametrize(
    ("index", "expected"),
    [
        ("i:i + 1", True),
        ("a.start:a.start + 1", True),
        ("i - 1:i", True),
        ("2 * i:2 * i + 1", True),
        (":1", True),
        ("0:1", True),
        ("-1:", True),
        ("i:i + 2", False),
        ("i:j + 1", False),
        ("i:i - 1", False),
        ("i:i + 1:1", False),
        ("next(i):next(i) + 1", False),
        ("i:", False),
        (":", False),
        (":n", False),
    ],
)
def test_is_one_row(index: str, expected: bool) -> None:
    node = ast.parse(f"a[{index}]", mode="eval").body
    assert isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
    assert is_one_row(node.slice) is expected


@pytest.mark.parametrize(
    ("index", "start", "number"),
    [
        (":n", None, "n"),
        ("0:n", None, "n"),
        (":n, 0", None, "n"),
        ("9 : 9 + n", "9", "n"),
        ("i : i + n", "i", "n"),
        ("9 : n", None, None),
        ("9 : 8 + n", None, None),
        ("9 : 9 - n", None, None),
        ("f() : f() + n", None, None),
        ("9:", None, None),
        ("::2", None, None),
        (":n:2", None, None),
        ("n", None, None),
        ("()", None, None),
    ],
)
def test_number_of_rows(index: str, start: str | None, number: str | None) -> None:
    node = ast.parse(f"a[{index}]", mode="eval").body
    assert isinstance(node, ast.Subscript)
    found = number_of_rows(node.slice) or (None, None)
    assert tuple(part and ast.unparse(part) for part in found) == (start, number)
