"""Expressions of numbers are what Python makes of them."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.dataflow.evaluation import NotClosedError, Result, evaluate


def value(code: str) -> Result:
    """The value of an expression; qualified names of functions are names of the tree, as in an expansion."""
    tree = ast.parse(code.replace(".", "__"), mode="eval").body
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = node.id.replace("__", ".")
    return evaluate(tree, {"n": 100, "b": 32})


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("n // b", 3),
        ("-(-n // b)", 4),
        ("(n + b - 1) // b", 4),
        ("n / b", 3.125),
        ("n % b", 4),
        ("math.ceil(n / b)", 4),
        ("numpy.ceil(n / b)", 4.0),
        ("int(numpy.floor(n / b))", 3),
        ("divmod(n, b)[0]", 3),
        ("round(n / b)", 3),
        ("n // b + (n % b > 0)", 4),
        ("n // b if n % b == 0 else n // b + 1", 4),
        ("n % b and 1", 1),
        ("n % 50 or b", 32),
        ("not n", False),
        ("max(n, b)", 100),
        ("len(range(0, n, b))", 4),
        ("tensorflow.cast(n / b, int)", 3),
    ],
)
def test_evaluate(code: str, expected: Result) -> None:
    assert value(code) == expected


@pytest.mark.parametrize(
    "code", ["m", "n // 0", "n[0]", "unheard_of(n)", "'a'", "(1, 2)[5]", "n ** b", "max(n)"]
)
def test_what_is_not_evaluated(code: str) -> None:
    with pytest.raises(NotClosedError):
        value(code)
