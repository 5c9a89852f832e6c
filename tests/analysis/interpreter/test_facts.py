"""What rules look up: values over all ways, and names that are free."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.analysis.values.value import Unknown
from tests.analysis.evaluated import facts


def test_a_value_is_what_all_ways_to_an_expression_agree_on() -> None:
    found = facts("def f(a, b):\n    return (a, b)\nf(1, 3)\nf(2, 3)\n")
    names = {node.id: value.number for node, value in found.values.items() if isinstance(node, ast.Name)}
    assert (names["a"], names["b"]) == (None, 3)


def test_what_was_not_evaluated_is_unknown() -> None:
    found = facts("a = 1")
    assert isinstance(found.value(None), Unknown)
    assert isinstance(found.value(ast.Name("a")), Unknown)


@pytest.mark.parametrize(
    ("given", "parameter", "expected"),
    [
        ("'sgd', 'mse', m", "metrics", "m"),
        ("'sgd', metrics=m", "metrics", "m"),
        ("'sgd', 'mse'", "metrics", None),
        ("*['sgd', 'mse', m]", "metrics", "m"),
        ("**{'metrics': m}", "metrics", "m"),
        ("'sgd', *unknown", "optimizer", "'sgd'"),
        ("'sgd', *unknown", "loss", None),
        ("**unknown", "loss", None),
        ("'sgd', 'mse', [], None, None, False, 4", "steps_per_execution", "4"),
    ],
)
def test_an_argument_is_found_by_the_signature(given: str, parameter: str, expected: str | None) -> None:
    found = facts(f"import keras, unknown\nm = ['mae']\nmodel = keras.Model()\nmodel.compile({given})\n")
    (call,) = {call.node for call in found.compile_calls}
    node = found.argument(call, "keras.Model.compile", parameter)
    assert (None if node is None else ast.unparse(node)) == expected


def test_an_argument_of_an_unknown_function_is_found_by_its_name_only() -> None:
    found = facts("import a\na.f(1, size=2)\n")
    (call,) = (node for node, name in found.qualified.items() if name == "a.f" and isinstance(node, ast.Call))
    assert found.arguments(call, "a.f").keys() == {"size"}


def test_a_lambda_that_nothing_calls_is_evaluated() -> None:
    found = facts("import tensorflow as tf\nf = lambda y, p: tf.reduce_max(y - p)\n")
    assert "tensorflow.reduce_max" in found.qualified.values()


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = keras.Input((4,))\nx", True),
        ("x = layers.Dense(3)(keras.Input((4,)))\nx = layers.ReLU()(x) + 1\nx", True),
        ("x = layers.Dense(3)(input())\nx", False),
        ("x = layers.ReLU()(layers.Dense(3)(input()))\nx", False),
    ],
)
def test_symbols_that_are_computed_from_inputs_alone(code: str, expected: bool) -> None:
    found = facts(code)
    last = found.script.tree.body[-1]
    assert isinstance(last, ast.Expr)
    symbol = found.value(last.value)
    assert isinstance(symbol, KerasTensor)
    assert found.is_of_inputs(symbol.computed_by) is expected
