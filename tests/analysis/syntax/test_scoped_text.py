"""Texts of expressions that are equal where their variables are."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.syntax.scoped_text import scoped_text
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


def _texts(nth: int) -> list[str]:
    script = script_of(CODE, imports="")
    calls = (node for node in ast.walk(script.tree) if isinstance(node, ast.Call))
    found = sorted((c for c in calls if ast.unparse(c.func) == "used"), key=lambda call: call.lineno)
    return [scoped_text(script, argument) for argument in found[nth].args]


@pytest.mark.parametrize(
    ("nth", "texts"),
    [
        (0, ["batch", "self.batch", "2 * batch", "len(x)"]),
        (1, ["batch@3", "x.batch", "2 * batch@3", "shared", "len(y)"]),
        (2, ["batch@3", "y@6"]),
    ],
)
def test_local_names_are_those_of_their_function(nth: int, texts: list[str]) -> None:
    assert _texts(nth) == texts
