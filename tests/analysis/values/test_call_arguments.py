"""Arguments are found by position or keyword, as in a call."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.values.call_arguments import Arguments, argument, bound, has_unpacking, keyword_of
from gpu2ipu.analysis.values.scalars import constant
from gpu2ipu.analysis.values.value import NONE, Value

GIVEN = Arguments((constant(1), constant(2)), {"size": constant(3), "x": NONE})


@pytest.mark.parametrize(
    ("position", "keywords", "expected"),
    [
        (0, ("shape",), constant(1)),
        (1, ("size",), constant(3)),
        (9, ("shape", "size"), constant(3)),
        (-1, ("size",), constant(3)),
        (-1, ("shape",), None),
        (2, ("shape",), None),
        (0, ("x",), NONE),
    ],
)
def test_get(position: int, keywords: tuple[str, ...], expected: Value | None) -> None:
    assert GIVEN.get(position, *keywords) == expected


def test_of_takes_the_position_from_a_signature() -> None:
    assert GIVEN.of(("shape", "dtype"), "dtype") == constant(2)
    assert GIVEN.of(("shape", "dtype", "order"), "order") is None


def call(text: str) -> ast.Call:
    node = ast.parse(text, mode="eval").body
    assert isinstance(node, ast.Call)
    return node


@pytest.mark.parametrize(
    ("text", "position", "names", "expected"),
    [
        ("f(a, b)", 1, ("size",), "b"),
        ("f(a, size=b)", 1, ("size",), "b"),
        ("f(a)", 1, ("size",), None),
        ("f(a, b)", None, ("size",), None),
        ("f(new=a, old=b)", 0, ("old", "new"), "b"),
        ("f(a, *b, c)", 0, ("size",), "a"),
        ("f(a, *b, c)", 2, ("size",), None),
        ("f(*a, size=b)", 0, ("size",), "b"),
        ("f(**a)", 0, ("size",), None),
    ],
)
def test_argument(text: str, position: int | None, names: tuple[str, ...], expected: str | None) -> None:
    found = argument(call(text), position, *names)
    assert (None if found is None else ast.unparse(found)) == expected


def test_bound_names_all_that_are_written() -> None:
    found = bound(call("f(a, b, *c, d, size=e, **g)"), ("x", "y", "z", "w"))
    assert {name: ast.unparse(node) for name, node in found.items()} == {"x": "a", "y": "b", "size": "e"}


@pytest.mark.parametrize(
    ("text", "expected"), [("f(a, b=c)", False), ("f(*a)", True), ("f(a, *b)", True), ("f(**a)", True)]
)
def test_has_unpacking(text: str, expected: bool) -> None:
    assert has_unpacking(call(text)) is expected


def test_keyword_of() -> None:
    assert keyword_of(call("f(a)"), "a") is None
    found = keyword_of(call("f(b=c)"), "b")
    assert found is not None and ast.unparse(found) == "b=c"
