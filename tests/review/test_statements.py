"""What statements are made of, and the names that they bind and use."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.review.statements import Name, Statement, reaches, statements_of
from gpu2ipu.review.units import units_of


def of(text: str) -> list[Statement]:
    return statements_of(ast.parse(text), units_of(text))


def test_a_block_owns_the_lines_that_open_its_parts() -> None:
    whole, inner, other = of("try:\n    a()\n\n# no\nexcept E as e:\n    b()\n")
    assert (list(whole.units), whole.own, whole.is_compound) == ([0, 1, 2, 3, 4, 5], (0, 4), True)
    assert (inner.own, other.own) == ((1,), (5,))


def test_a_block_in_one_line_owns_it() -> None:
    assert [statement.own for statement in of("if a: b()\n")] == [(0,), (0,)]


def test_a_decorator_belongs_to_its_function() -> None:
    assert of("@d\ndef f():\n    pass\n")[0].own == (0, 1)


@pytest.mark.parametrize(
    ("text", "binds", "uses"),
    [
        ("import a.b, c as d\n", {"a", "d"}, set()),
        ("from a import *\n", {"*"}, set()),
        ("x, y.z = f(g)\n", {"x", ".z"}, {"f", "g", "y"}),
        ("x += 1\n", {"x"}, {"x"}),
        ("x = [i for i in y]\n", {"x"}, {"y"}),
        ("del x\n", set(), {"x"}),
        ("with a as b: pass\n", {"b"}, {"a"}),
        ("for a in b: pass\n", {"a"}, {"b"}),
        ("try:\n    pass\nexcept E as e:\n    pass\n", {"e"}, {"E"}),
        ("match a:\n    case {'k': b, **c}:\n        pass\n", {"b", "c"}, {"a"}),
        ("a.b(c)\n", set(), {"a", ".b", "c"}),
    ],
)
def test_names_of_a_statement(text: str, binds: set[str], uses: set[str]) -> None:
    statement = of(text)[0]
    assert {name for _, name in statement.binds} == binds
    assert {name for _, name in statement.uses} >= uses


def test_names_have_the_scope_of_their_function() -> None:
    function, inner, outer = of("def f(a, *, b=c):\n    x = a\ny = 1\n")
    assert set(function.binds) == {((), "f"), ((), ".f"), (("f",), "a"), (("f",), "b")}
    assert function.uses == {((), "c")}
    assert (set(inner.binds), set(outer.binds)) == ({(("f",), "x")}, {((), "y")})


def test_a_global_name_is_that_of_the_module() -> None:
    assert set(of("def f():\n    global x\n    x = 1\n")[2].binds) == {((), "x")}


@pytest.mark.parametrize(
    ("binding", "use", "expected"),
    [
        (((), "x"), ((), "x"), True),
        (((), "x"), (("f",), "x"), True),
        ((("f",), "x"), (("f", "g"), "x"), True),
        ((("f",), "x"), ((), "x"), False),
        ((("f",), "x"), (("g",), "x"), False),
        (((), "*"), (("f",), "x"), True),
        (((), "x"), ((), "y"), False),
    ],
)
def test_a_name_reaches_the_functions_within(binding: Name, use: Name, expected: bool) -> None:
    assert reaches(binding, use) is expected
