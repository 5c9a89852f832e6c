"""Functions that make models and are handed to code that the script does not show."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.keras.escaping_builders import handed_on
from tests.analysis.evaluated import script_of

BUILD = """
import functools, tuner
def build(units=3):
    return keras.Sequential([layers.Dense(units)])
def count(x):
    return len(x)
"""


@pytest.mark.parametrize(
    ("code", "takers"),
    [
        ("tuner.search(build)", ["tuner.search"]),
        ("tuner.search(model=build)", ["tuner.search"]),
        ("tuner.search([build, count])", ["tuner.search"]),
        ("tuner.search(lambda: build(4))", ["tuner.search"]),
        (
            "class Hyper:\n    def build(self, hp):\n        return keras.Sequential()\ntuner.search(Hyper())",
            ["tuner.search"],
        ),
        ("tuner.search(count)", []),
        ("tuner.search(build())", []),
        ("def train(make):\n    return make()\ntrain(build)", []),
        ("print(build)", []),
        ("functools.partial(build, 4)", []),
        ("s = ipu.ipu_strategy.IPUStrategy()\nwith s.scope():\n    tuner.search(build)", []),
    ],
)
def test_builders_that_are_handed_on(code: str, takers: list[str]) -> None:
    assert [ast.unparse(each.taker) for each in handed_on(script_of(BUILD + code))] == takers


def test_a_builder_that_enters_the_scope_itself_may_go_anywhere() -> None:
    code = """
s = ipu.ipu_strategy.IPUStrategy()
def build():
    with s.scope():
        return keras.Sequential()
import tuner
tuner.search(build)
"""
    assert not list(handed_on(script_of(code)))
