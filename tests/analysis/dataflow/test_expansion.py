"""Names, calls and branches of an expression, with their values put in."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.dataflow.expansion import expansions, returned
from gpu2ipu.analysis.dataflow.symbols import as_written
from tests.analysis.evaluated import script_of
from tests.port.proposed import expression


def expanded(code: str) -> list[str]:
    """What the argument of the last `print` may be."""
    script = script_of(code)
    calls = [
        node for node in script.nodes if isinstance(node, ast.Call) and ast.unparse(node.func) == "print"
    ]
    return sorted(ast.unparse(as_written(each)) for each in expansions(script, calls[-1].args[0]))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("b = n // 2\nprint(b + 1)", ["n // 2 + 1"]),
        ("b = n // 2\nb = n // 4\nprint(b)", ["n // 4"]),
        ("def half(k):\n    return k // 2\nprint(half(n))", ["n // 2"]),
        ("def f(k):\n    print(k // 2)\nf(n)", ["n // 2"]),
        ("def f(k):\n    print(k // 2)\nf(n)\nf(4 * n)", ["4 * n // 2", "n // 2"]),
        ("f = lambda k: k // 2\nprint(f(n))", ["n // 2"]),
        ("print(unheard_of(n))", ["unheard_of(n)"]),
    ],
)
def test_expansions(code: str, expected: list[str]) -> None:
    assert expanded(code) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return k + 1", "k + 1"),
        ("m = k + 1\n    return 2 * m", "2 * (k + 1)"),
        ("for i in k:\n        return i", None),
        ("pass", None),
    ],
)
def test_what_a_function_returns(body: str, expected: str | None) -> None:
    script = script_of(f"def f(k):\n    {body}")
    function = next(node for node in script.nodes if isinstance(node, ast.FunctionDef))
    found = returned(script, function)
    assert (found and ast.unparse(as_written(found))) == expected


def test_an_expression_is_expanded_where_it_stands() -> None:
    script = script_of("b = 2\nprint(b * n)\nb = 3\nprint(b * n)")
    found = [expansions(script, expression(script, "b * n", nth))[0] for nth in (0, 1)]
    numbers = [
        getattr(each.left, "number", getattr(each.left, "value", None))
        for each in found
        if isinstance(each, ast.BinOp)
    ]
    assert numbers == [2, 3]
