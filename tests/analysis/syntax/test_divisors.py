"""Divisors that are equal where their variables are."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.syntax.divisors import divisor_of
from gpu2ipu.analysis.values.divisors import Divisor, ScopedExpression
from tests.analysis.evaluated import script_of

CODE = """
used(batch, self.batch, 2 * batch, len(x))
def train(x, batch):
    global shared
    used(batch, x.batch, 2 * batch, shared, len(y))
    def inner(y):
        used(batch, y)
shared = 3
"""


def _divisors(nth: int) -> list[Divisor]:
    script = script_of(CODE, imports="")
    calls = (node for node in ast.walk(script.tree) if isinstance(node, ast.Call))
    found = sorted((c for c in calls if ast.unparse(c.func) == "used"), key=lambda call: call.lineno)
    return [divisor_of(script, argument) for argument in found[nth].args]


@pytest.mark.parametrize(
    ("nth", "expected"),
    [
        (0, [("batch",), ("self.batch",), ("2 * batch",), ("len(x)",)]),
        (1, [("batch", (3,)), ("x.batch",), ("2 * batch", (3,)), ("shared",), ("len(y)",)]),
        (2, [("batch", (3,)), ("y", (6,))]),
    ],
)
def test_local_names_are_those_of_their_function(
    nth: int, expected: list[tuple[str] | tuple[str, tuple[int, ...]]]
) -> None:
    assert _divisors(nth) == [ScopedExpression(*each) for each in expected]


def test_a_whole_number_is_itself() -> None:
    script = script_of("")
    node = ast.parse("[32, 2.5, True]", mode="eval").body
    assert isinstance(node, ast.List)
    assert [divisor_of(script, each) for each in node.elts] == [
        32,
        ScopedExpression("2.5"),
        ScopedExpression("True"),
    ]


HIDING = """
class Data:
    batch = 3
    used(batch)
    parts = [used(batch) for _ in (1, 2)]
    def cut(self):
        used(batch)
[used(batch) for batch in (7, 9)]
[used(batch) for _ in [used(batch) for batch in (7, 9)]]
[0 for batch in used(batch)]
"""


@pytest.mark.parametrize(
    ("line", "lines"), [(4, {2}), (5, {0}), (7, {0}), (8, {8}), (9, {0, 9}), (10, {0})], ids=str
)
def test_names_of_classes_and_comprehensions_are_their_own(line: int, lines: set[int]) -> None:
    script = script_of(HIDING, imports="")
    calls = [node for node in ast.walk(script.tree) if isinstance(node, ast.Call) and node.lineno == line]
    found = {divisor_of(script, call.args[0]) for call in calls if ast.unparse(call.func) == "used"}
    assert found == {ScopedExpression("batch", (each,) if each else ()) for each in lines}
