"""Where a script goes through a dataset by itself."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.keras.dataset_loops import datasets_around, loops_over_datasets, stacks_to
from gpu2ipu.analysis.syntax.script import Script
from tests.analysis.evaluated import facts

DATA = "d = tf.data.Dataset.range(8)\ne = d.batch(2)\nrows = [1, 2]\n"


def call(script: Script, name: str) -> ast.Call:
    """The first call of a function by its plain name."""
    calls = (node for node in script.nodes if isinstance(node, ast.Call))
    return next(node for node in calls if isinstance(node.func, ast.Name) and node.func.id == name)


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("for x in d: pass", [1]),
        ("[x for x in d]", [1]),
        ("for i, x in enumerate(d): pass", [1]),
        ("for x, y in zip(d, e): pass", [2]),
        ("for x in unheard_of(enumerate(d)): pass", [1]),
        ("for x in d:\n    for y in e: pass", [1, 1]),
        ("for x in rows: pass", []),
        ("while d: pass", []),
    ],
)
def test_loops_over_datasets(code: str, number: list[int]) -> None:
    assert [len(datasets) for _, datasets in loops_over_datasets(facts(DATA + code))] == number


@pytest.mark.parametrize(
    ("code", "iterables"),
    [
        ("for x in d:\n    for y in rows:\n        f()", ["d"]),
        ("for x in d:\n    for y in e:\n        f()", ["e", "d"]),
        ("for x in d:\n    def g():\n        f()", []),
        ("f()", []),
    ],
)
def test_datasets_around_a_node(code: str, iterables: list[str]) -> None:
    found = facts(DATA + code)
    around = datasets_around(found, call(found.script, "f"))
    assert [ast.unparse(node) for node, _ in around] == iterables


def test_the_ways_to_a_node() -> None:
    found = facts("def f():\n    g()\ndef h():\n    f()\nh()\nf()")
    stacks = stacks_to(found, call(found.script, "g"))
    assert [[ast.unparse(frame.call) for frame in stack] for stack in stacks] == [
        ["h()", "f()", "g()"],
        ["f()", "g()"],
    ]
    assert [len(stack) for stack in stacks_to(found, call(found.script, "h"))] == [1]
