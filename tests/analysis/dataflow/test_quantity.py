"""Quantities: the laws of floor and ceiling division, in numbers and in what is written."""

from __future__ import annotations

import ast

from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.analysis.dataflow.quantity import Quantity, fixed, length, named
from gpu2ipu.edits import Edit, Insert, Span

ROWS, SIZES = st.integers(0, 10_000), st.integers(1, 500)


def known(name: str, number: int | None) -> Quantity:
    return Quantity(number, ast.Name(name, ast.Load()))


def evaluated(quantity: Quantity, **values: int) -> int:
    return int(eval(ast.unparse(quantity.written), {}, values))


@given(ROWS, SIZES)
def test_evaluation_equals_python(rows: int, size: int) -> None:
    n, b = known("n", rows), known("b", size)
    for quantity, expected in (
        (n // b, rows // size),
        (n.ceil_div(b), -(-rows // size)),
        (n * b, rows * size),
    ):
        assert quantity.number == expected == evaluated(quantity, n=rows, b=size)


@given(ROWS, SIZES)
def test_laws_of_division(rows: int, size: int) -> None:
    n, b = known("n", rows), known("b", size)
    full, every = n // b, n.ceil_div(b)
    assert full.number is not None and every.number is not None
    assert 0 <= every.number - full.number <= 1
    assert (full.number == every.number) is b.divides(n)
    trimmed = full * b
    assert trimmed.number is not None and 0 <= rows - trimmed.number < size
    assert b.divides(trimmed) and (trimmed // b).number == full.number


@given(ROWS, SIZES, SIZES)
def test_dividing_twice_is_dividing_by_the_product(rows: int, size: int, replicas: int) -> None:
    n, b, r = known("n", rows), known("b", size), known("r", replicas)
    assert (n // b // r).number == (n // (b * r)).number
    assert n.ceil_div(b).ceil_div(r).number == n.ceil_div(b * r).number
    assert (b * r).divides(n * b * r)


@given(st.one_of(st.none(), ROWS), st.one_of(st.none(), SIZES))
def test_what_is_not_known_stays_unknown(rows: int | None, size: int | None) -> None:
    n, b = Quantity(rows), Quantity(size)
    is_known = rows is not None and size is not None
    for quantity in (n // b, n.ceil_div(b), n * b):
        assert (quantity.number is not None) is is_known and quantity.expression is None
    assert (b.divides(n) is None) is (not is_known and size != 1)


def test_a_size_of_one_is_not_written() -> None:
    n, one = known("n", None), Quantity(1, ast.Constant(1))
    assert ast.unparse((n // one).written) == ast.unparse(n.ceil_div(one).written) == "n"
    assert one.divides(n) is True


def test_nothing_is_divided_by_zero() -> None:
    assert (Quantity(3) // Quantity(0)).number is None
    assert Quantity(0).divides(Quantity(3)) is None


def test_helpers_are_brought_along_once() -> None:
    helper: Edit = Insert(Span(1, 0, 1, 1), "def f(): ...")
    first, second = (
        Quantity(None, ast.parse(text, mode="eval").body, (helper,)) for text in ("f(n)", "f(m)")
    )
    assert (first // second).helpers == (first * second).helpers == (helper,)
    assert ast.unparse(first.ceil_div(second).written) == "-(-f(n) // f(m))"


@given(ROWS, SIZES)
def test_what_is_kept_and_what_is_dropped_are_all(rows: int, size: int) -> None:
    n, b = known("n", rows), known("b", size)
    kept = n // b * b
    dropped = n - kept
    assert dropped.number == rows % size == evaluated(dropped, n=rows, b=size)
    assert (n - fixed(0)).number == rows


def test_a_number_is_written_out_unless_names_tell_more() -> None:
    assert ast.unparse(Quantity(1, ast.parse("2 // 2", mode="eval").body).simplest) == "1"
    by_name = fixed(96) // named("batch_size")
    assert ast.unparse(by_name.simplest) == "96 // batch_size"
    assert ast.unparse(Quantity(3, by_name.expression).simplest) == "96 // batch_size"
    assert not Quantity().is_known and fixed(3).is_known and length(ast.Name("x")).is_known


def test_other_expressions_stand_behind_the_first() -> None:
    first, second = ast.Name("a"), ast.Name("b")
    assert Quantity(None, first, others=(second,)).expressions == (first, second)
    assert Quantity(None, None).expressions == ()
