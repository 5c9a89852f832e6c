"""The statements of `call` that are in stages, and what keeps them together."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.port.pipeline.call_units import call_units, holds_models
from gpu2ipu.port.pipeline.units import groups_of
from tests.analysis.evaluated import facts

CLASS = """
class M(keras.Model):
    def __init__(self):
        super().__init__()
        self.a = layers.Dense(3)
        self.b = layers.Dense(3)
        self.flat = layers.Flatten()
        self.some = [layers.Dense(3) for _ in range(3)]
        self.more = []
        for _ in range(2): self.more.append(layers.Dense(3))
        self.inner = keras.Sequential([layers.Dense(3)])
    def help(self, x):
        return self.b(self.a(x))
    def call(self, x):
        {}
m = M()
"""


def of_class(call: str) -> tuple[Facts, ast.ClassDef]:
    found = facts(CLASS.format(call.replace("\n", "\n        ")))
    return found, next(node for node in found.script.nodes if isinstance(node, ast.ClassDef))


@pytest.mark.parametrize(
    ("call", "costs"),
    [
        ("x = self.a(x)\nreturn self.b(x)", [1, 1]),
        ("'''Docs.'''\nx = self.flat(x)\nx = self.b(self.a(x))\nreturn x", [0, 2]),
        ("x = self.a(x)\nx = self.b(x)\nreturn self.a(x)", [3]),
        ("y = x\nx = self.a(x)\nx = tf.nn.relu(x) + y\nx = self.b(x)\nreturn x", [1, 1]),
        ("x = x / 255.0\nx = self.a(x)\nreturn self.b(x)", [1, 1]),
        ("x = self.help(x)\nreturn self.flat(x)", [2, 0]),
        ("if n:\n    x = self.a(x)\nelse:\n    x = self.b(x)\nreturn self.flat(x)", [2, 0]),
        ("for each in self.some:\n    x = each(x)\nreturn self.a(x)", [1, 1, 1, 1]),
        ("for each in self.more:\n    x = each(x)\nreturn self.a(x)", [1, 1, 1]),
        ("for _ in range(3):\n    x = self.a(x)\nreturn self.b(x)", [3, 1]),
        ("with tf.name_scope('a'):\n    x = self.a(x)\n    x = self.b(x)\nreturn x", [1, 1]),
    ],
)
def test_units(call: str, costs: list[int]) -> None:
    found, definition = of_class(call)
    items = [item for unit in call_units(found, definition) for item in unit.items]
    assert [sum(item.unit.cost for item in group) for group in groups_of(items)] == costs


def test_models_in_models() -> None:
    assert holds_models(*of_class("return self.inner(x)"))
    assert not holds_models(*of_class("return self.a(x)"))


def test_a_call_of_a_library() -> None:
    found = facts("class M(keras.Model): pass\nm = M()")
    definition = next(node for node in found.script.nodes if isinstance(node, ast.ClassDef))
    assert call_units(found, definition) == () and not holds_models(found, definition)
