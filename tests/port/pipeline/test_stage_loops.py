"""The stage of each round of a loop, as an expression of its index."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.port.pipeline.stage_loops import expression, loop_with_index
from gpu2ipu.rewrite import apply
from tests.analysis.evaluated import script_of


@pytest.mark.parametrize(
    ("stages", "expected"),
    [
        ([0, 0, 0, 1, 1, 1], "i // 3"),
        ([0, 0, 0, 1, 1], "i // 3"),
        ([1, 1, 2, 2], "i // 2 + 1"),
        ([0, 1, 2], "i"),
        ([2, 3], "i + 2"),
        ([0, 1, 1, 1], "0 if i < 1 else 1"),
        ([0, 1, 1, 2], "(0, 1, 1, 2)[i]"),
        ([0, 1, 0], "(0, 1, 0)[i]"),
    ],
)
def test_expressions(stages: list[int], expected: str) -> None:
    assert expression("i", stages) == expected


@given(st.lists(st.integers(0, 1), min_size=2, max_size=12), st.integers(0, 3), st.booleans())
def test_an_expression_says_the_stage_of_each_round(steps: list[int], first: int, grows: bool) -> None:
    """A plan may have branches of a model in any order."""
    stages = [first + (sum(steps[: number + 1]) if grows else step) for number, step in enumerate(steps)]
    if len(set(stages)) > 1:
        assert [eval(expression("i", stages), {"i": number}) for number in range(len(stages))] == stages


@pytest.mark.parametrize(
    ("loop", "expected", "name"),
    [
        ("for i in range(4): f(i)", "for i in range(4): f(i)", "i"),
        ("for _ in range(4): f()", "for index in range(4): f()", "index"),
        ("index = 1\nfor _ in range(4): f()", "index = 1\nfor round_index in range(4): f()", "round_index"),
        ("for i in range(4): i = f(i)", "for index, i in enumerate(range(4)): i = f(i)", "index"),
        ("for _ in range(4): f(_)", "for index, _ in enumerate(range(4)): f(_)", "index"),
        ("for i in range(1, 4): f()", "for index, i in enumerate(range(1, 4)): f()", "index"),
        ("for a in x: f()", "for index, a in enumerate(x): f()", "index"),
        ("for a, b in x: f()", "for index, (a, b) in enumerate(x): f()", "index"),
        ("for i, a in enumerate(x): f()", "for i, a in enumerate(x): f()", "i"),
        ("for i, a in enumerate(x, 1): f()", "for index, (i, a) in enumerate(enumerate(x, 1)): f()", "index"),
    ],
)
def test_a_loop_gets_an_index(loop: str, expected: str, name: str) -> None:
    script = script_of(loop, "")
    node = next(each for each in script.nodes if isinstance(each, ast.For))
    found = loop_with_index(script, node, [0, 0, 1, 1])
    assert apply(script.text, found.edits) == expected
    assert found.stage == f"{name} // 2"
