"""How often code in a loop is executed: a number, or nobody knows."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.dataflow.loop_rounds import rounds_of
from tests.analysis.evaluated import facts


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("here()", 1),
        ("for i in range(3): here()", 3),
        ("for i in range(1, 8, 2): here()", 4),
        ("n = 5\nfor i in range(n): here()", 5),
        ("for a in (1, 2): here()", 2),
        ("sizes = [1, 2, 3]\nfor a in sizes: here()", 3),
        ("for i, a in enumerate([1, 2]): here()", 2),
        ("for a, b in zip([1, 2], range(5)): here()", 2),
        ("for a in reversed([1, 2]): here()", 2),
        ("for a in {'x': 1}: here()", 1),
        ("for i in range(3):\n    for j in range(2): here()", 6),
        ("[here() for i in range(4)]", 4),
        ("[here() for i in range(4) for j in range(2)]", 8),
        ("def f():\n    here()\nfor i in range(3): f()", 1),
        ("for i in range(n): here()", None),
        ("for i in range(3):\n    if i: break\n    here()", None),
        ("while n: here()", None),
        ("[here() for i in range(4) if i]", None),
        ("for a in more: here()", None),
        ("for a in here(): pass", 1),
        ("for a in (1, 2): pass\nelse: here()", 1),
    ],
)
def test_rounds(code: str, expected: int | None) -> None:
    found = facts(code)
    calls = (node for node in found.script.nodes if isinstance(node, ast.Call))
    here = next(call for call in calls if ast.unparse(call) == "here()")
    assert rounds_of(found, here) == expected


def test_rounds_in_a_statement() -> None:
    found = facts("for i in range(3):\n    for j in range(2): here()")
    here = next(n for n in found.script.nodes if isinstance(n, ast.Call) and ast.unparse(n) == "here()")
    outer, inner = (node for node in found.script.nodes if isinstance(node, ast.For))
    assert (rounds_of(found, here, inner), rounds_of(found, here, outer)) == (2, 6)
