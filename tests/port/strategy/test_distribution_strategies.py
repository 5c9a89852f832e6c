"""Which strategies give their place to an IPUStrategy, where the IPU is configured, and what a strategy is called."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.distribution_strategies import (
    first_statements,
    other_strategies,
    replaced_strategies,
    strategy_class,
    visible_strategy,
)
from tests.port.proposed import script_of, statement

MIRRORED = "tf.distribute.MirroredStrategy()"
IPU = "ipu.ipu_strategy.IPUStrategy()"


@pytest.mark.parametrize(
    ("code", "classes", "replaced"),
    [
        (f"s = {MIRRORED}", ["MirroredStrategy"], [MIRRORED]),
        ("s = tf.distribute.OneDeviceStrategy('/gpu:0')", ["OneDeviceStrategy"], None),
        (f"with {MIRRORED}.scope(): pass", ["MirroredStrategy"], [MIRRORED]),
        ("s = tf.distribute.TPUStrategy()", ["TPUStrategy"], None),
        (f"s = tf.distribute.TPUStrategy() if n else {MIRRORED}", ["TPUStrategy", "MirroredStrategy"], None),
        ("s = tf.distribute.experimental.ParameterServerStrategy()", ["experimental.ParameterServerStrategy"], []),
        (f"def f():\n    if n: return {MIRRORED}\n    return tf.distribute.get_strategy()", ["MirroredStrategy"],
         [MIRRORED, "tf.distribute.get_strategy()"]),
        (f"s = {MIRRORED}\nt = {IPU}", ["MirroredStrategy"], []),
        # the default takes the place of others in some branch, or is nobody's business
        (f"s = {MIRRORED} if n else tf.distribute.get_strategy()", ["MirroredStrategy"],
         [MIRRORED, "tf.distribute.get_strategy()"]),
        (f"s = {MIRRORED}\nif n: s = tf.distribute.get_strategy()", ["MirroredStrategy"],
         [MIRRORED, "tf.distribute.get_strategy()"]),
        (f"s = {MIRRORED}\nt = tf.distribute.get_strategy()", ["MirroredStrategy"], [MIRRORED]),
        ("s = tf.distribute.get_strategy()", [], []),
        ("s = tf.distribute.ReduceOp.SUM", [], []),
    ],
)  # fmt: skip
def test_what_is_replaced(code: str, classes: list[str], replaced: list[str] | None) -> None:
    script = script_of(code)
    facts = facts_of(script)
    others = other_strategies(facts)
    assert [strategy_class(facts, node) for node in others] == classes
    found = [ast.unparse(node) for node in replaced_strategies(Port(script))]
    assert found == ([ast.unparse(node) for node in others] if replaced is None else replaced)
    assert facts.has_strategy is (IPU in code)


@pytest.mark.parametrize(
    ("code", "begins"),
    [
        (f"s = {MIRRORED}", ["s = "]),
        (f"if n:\n    s = {MIRRORED}\nelse:\n    s = {MIRRORED}", ["if n:"]),
        (f"if __name__ == '__main__':\n    if n:\n        s = {MIRRORED}", ["if n:"]),
        (f"def f():\n    s = {MIRRORED}\nf()\nt = {MIRRORED}\nu = {MIRRORED}", ["s = ", "t = "]),
    ],
)
def test_where_the_ipu_is_configured(code: str, begins: list[str]) -> None:
    script = script_of(code)
    found = first_statements(script, replaced_strategies(Port(script)))
    assert all(ast.unparse(node).startswith(begin) for node, begin in zip(found, begins, strict=True))


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (f"s = {IPU}\nHERE", "s"),
        (f"HERE\ns = {IPU}", None),
        (f"def f():\n    HERE\ns = {IPU}\nf()", "s"),
        (f"def f():\n    s = {IPU}\n    HERE\nf()", "s"),
        (f"def f():\n    HERE\n    s = {IPU}\nf()", None),
        (f"def f():\n    s = {IPU}\nf()\nHERE", None),
        (f"def f():\n    s = {IPU}\n    def g():\n        HERE\n    g()\nf()", "s"),
        (f"def f():\n    global s\n    s = {IPU}\ndef g():\n    HERE\nf()\ng()", "s"),
        (f"with {IPU}.scope() as s:\n    pass\nHERE", "s"),
        (f"with {IPU}.scope():\n    pass\nHERE", None),
        (f"class A:\n    def f(self):\n        self.s = {IPU}\n        HERE\nA().f()", "self.s"),
        (
            f"class A:\n    def f(self):\n        self.s = {IPU}\n    def g(me):\n        HERE\na = A()\na.f()",
            "me.s",
        ),
        (f"class A:\n    def f(self):\n        self.s = {IPU}\ndef g(me):\n    HERE\nA().f()", None),
        (f"class A:\n    def f(self):\n        self.s = {IPU}\n    def g():\n        HERE\nA().f()", None),
        (f"class A: pass\na = A()\na.s = {IPU}\nHERE", "a.s"),
        ("HERE", None),
    ],
)
def test_the_name_of_the_strategy_at_a_statement(code: str, name: str | None) -> None:
    script = script_of(code)
    assert visible_strategy(script, statement(script, "HERE")) == name
