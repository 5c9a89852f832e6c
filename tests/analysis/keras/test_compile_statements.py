"""Where a model is compiled, and by which name."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.keras.compile_statements import compile_statement
from tests.analysis.evaluated import facts

MODEL = "m = keras.Sequential([])\n"


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (MODEL + "m.compile('sgd')\n", "m"),
        (MODEL + "n.m = m\nn.m.compile('sgd')\n", "n.m"),
        (MODEL + "k = m.compile('sgd')\n", None),
        ("keras.Sequential([]).compile('sgd')\n", None),
    ],
)
def test_compile_statement(code: str, name: str | None) -> None:
    found = facts(code, "from tensorflow import keras\n")
    (call,) = found.compile_calls
    compiled = compile_statement(found.script, call)
    assert (compiled and ast.unparse(compiled.model)) == name
