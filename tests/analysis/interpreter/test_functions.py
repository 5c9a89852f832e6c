"""Calls of functions of the script: how arguments reach them, what they give, how deep they are followed."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.data import Generator
from gpu2ipu.analysis.values.value import Constant, NoneValue, Unknown, Value
from tests.analysis.evaluated import facts, value_of


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f(a):\n    return a + 1\nf(2)", 3),
        ("def f(a, b=2):\n    return a + b\nf(1)", 3),
        ("def f(a, b=2):\n    return a + b\nf(b=1, a=2)", 3),
        ("def f(a, *, b=2):\n    return a + b\nf(1)", 3),
        ("def f(a, /, b):\n    return a - b\nf(5, b=2)", 3),
        ("def f(*a):\n    return a[1]\nf(1, 3)", 3),
        ("def f(a, *b):\n    return b[0]\nf(1, 3, 4)", 3),
        ("def f(**k):\n    return k['a']\nf(a=3)", 3),
        ("def f(a, b):\n    return b\nf(*(1, 3))", 3),
        ("def f(a, b):\n    return b\nf(*unheard_of)", None),
        ("def f(a=3):\n    return a\nf(**unheard_of)", None),
        ("def f():\n    if n:\n        return 3\n    return 3\nf()", 3),
        ("def f():\n    if n:\n        return 3\n    return 4\nf()", None),
        ("def f():\n    return 3\n    return 4\nf()", 3),
        ("f = lambda a, b=1: a + b\nf(2)", 3),
        ("async def f():\n    return 3\nf()", 3),
        ("def f():\n    global g\n    g = 3\nf()\ng", 3),
        ("g = 3\ndef f():\n    return g\nf()", 3),
        ("g = 1\ndef f():\n    g = 2\nf()\ng + 2", 3),
        ("def f():\n    a = 3\n    def g():\n        return a\n    return g()\nf()", 3),
        ("def f(a):\n    def g():\n        return a\n    return g\nf(3)()", 3),
        ("def f(a):\n    if a == 0:\n        return 3\n    return f(a - 1)\nf(5)", None),
        ("def f(a):\n    return g(a)\ndef g(a):\n    return a\nf(3)", 3),
        ("def f(a):\n    return a\nf(3)\nf(4)\nf(3)", 3),
        ("async def f():\n    async for a in n:\n        pass\n    async with n:\n        return 3\nf()", 3),
    ],
)
def test_calls_of_functions(code: str, expected: Constant | None) -> None:
    assert value_of(code).constant == expected


@pytest.mark.parametrize(
    ("fixture", "expected"),
    [
        ("@pytest.fixture\ndef a():\n    return 3", 3),
        ("@pytest.fixture(scope='module')\ndef a():\n    yield 3", 3),
        ("@pytest.fixture\ndef b():\n    return 2\n@pytest.fixture\ndef a(b):\n    return b + 1", 3),
        ("def a():\n    return 3", None),
        ("@pytest.fixture\ndef other():\n    return 3", None),
    ],
)
def test_fixtures_of_tests(fixture: str, expected: Constant | None) -> None:
    found = facts(f"import pytest\n{fixture}\ndef test_it(a):\n    a + 0\ndef helper(a):\n    a - 0\n")
    sums = [node for node in found.values if isinstance(node, ast.BinOp)]
    values = {type(node.op): found.value(node).constant for node in sums}
    assert values[ast.Sub] is None
    assert {found.value(node).constant for node in sums if ast.unparse(node) == "a + 0"} == {expected}


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("pass", NoneValue),
        ("return", NoneValue),
        ("yield 1", Generator),
        ("yield", Generator),
        ("yield from range(3)", Generator),
        ("while True:\n        yield n, n", Generator),
        ("return np.zeros(3)", Array),
    ],
)
def test_what_a_function_gives(body: str, kind: type[Value]) -> None:
    assert isinstance(value_of(f"def f():\n    {body}\nf()"), kind)


def test_a_call_is_followed_to_a_depth_and_not_beyond() -> None:
    chain = "\n".join(f"def f{i}():\n    return f{i + 1}()" for i in range(20))
    assert value_of(f"{chain}\ndef f20():\n    return 3\nf18()").number == 3
    assert isinstance(value_of(f"{chain}\ndef f20():\n    return 3\nf0()"), Unknown)


def test_a_function_that_is_called_very_often_becomes_unknown() -> None:
    calls = "".join("f(3)\n" for _ in range(450))
    assert isinstance(value_of(f"def f(a):\n    return a\n{calls}"), Unknown)
