"""The arguments that `*` and `**` bring into a call, as expressions."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.facts import Given
from tests.analysis.evaluated import facts

VALUES = "pair = (1, 2)\noptions = {'a': 3, 'b': 4}\n"


def given(code: str) -> Given:
    found = facts(VALUES + code).given
    return next(each for call, each in found.items() if ast.unparse(call.func) == "f")


@pytest.mark.parametrize(
    ("code", "positional", "keywords"),
    [
        ("f(*pair)", ["pair[0]", "pair[1]"], {}),
        ("f(0, *pair, 5, k=n)", ["0", "pair[0]", "pair[1]", "5"], {"k": "n"}),
        ("f(*(n, 7))", ["n", "7"], {}),
        ("f(**options)", [], {"a": "options['a']", "b": "options['b']"}),
        ("f(**options, c=n)", [], {"a": "options['a']", "b": "options['b']", "c": "n"}),
        ("f(**{'a': n})", [], {"a": "n"}),
        ("f(**{**options, 'a': n})", [], {"a": "n", "b": "options['b']"}),
        ("f(**{'a': n, **options})", [], {"a": "options['a']", "b": "options['b']"}),
        ("f(**dict(a=n))", [], {"a": "n"}),
        ("f(**dict(options, a=n))", [], {"a": "n", "b": "options['b']"}),
        ("f(**(options or {'a': 7, 'b': 8}))", [], {"a": "(options or {'a': 7, 'b': 8})['a']"}),
        ("for i in range(3):\n    f(**options)", [], {"a": "options['a']"}),
        ("def g(**more):\n    f(**more)\ng(a=7)\ng(a=8)", [], {"a": "more['a']"}),
    ],
)
def test_arguments_that_are_known(code: str, positional: list[str], keywords: dict[str, str]) -> None:
    found = given(code)
    assert (found.complete, found.uncertain) == (True, frozenset())
    assert list(map(ast.unparse, found.positional)) == positional
    assert {k: ast.unparse(v) for k, v in found.keywords.items()}.items() >= keywords.items()


@pytest.mark.parametrize(
    "code",
    ["f(*unheard_of)", "f(**unheard_of)", "f(*pair, **unheard_of)", "f(*options)", "f(*[i for i in pair])"],
)
def test_arguments_that_are_not(code: str) -> None:
    assert not given(code).complete


@pytest.mark.parametrize(
    ("code", "uncertain"),
    [
        ("if n:\n    options['c'] = 1\nf(**options)", {"c"}),
        ("def g(**more):\n    f(**more)\ng(a=7)\ng(a=8, b=9)", {"b"}),
        ("del options['a']\nf(**options)", set()),
    ],
)
def test_arguments_that_may_be_missing(code: str, uncertain: set[str]) -> None:
    found = given(code)
    assert found.complete
    assert found.uncertain == uncertain


def test_two_ways_with_more_or_less_of_them() -> None:
    assert not given("def g(*some):\n    f(*some)\ng(1)\ng(1, 2)").complete


def test_what_an_expression_stands_for() -> None:
    found = facts(VALUES + "f(*pair, **options)")
    known = {ast.unparse(node): found.value(node).constant for node in found.unpacked}
    assert known == {"pair[0]": 1, "pair[1]": 2, "options['a']": 3, "options['b']": 4}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f(a, b):\n    return b\nf(*pair)", 2),
        ("def f(a, b=7):\n    return b\nf(**options)", 4),
        ("def f(a, c=7, **more):\n    return c\nf(**options)", 7),
        ("def f(a, b=7):\n    return b\nf(**unheard_of)", None),
    ],
)
def test_parameters(code: str, expected: int | None) -> None:
    found = facts(VALUES + code)
    last = found.script.tree.body[-1]
    assert isinstance(last, ast.Expr)
    assert found.value(last.value).constant == expected
