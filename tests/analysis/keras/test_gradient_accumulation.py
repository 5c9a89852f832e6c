"""What a script says of the accumulation of its gradients."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.keras.gradient_accumulation import (
    accumulated,
    accumulating_calls,
    given_accumulation,
    reduction,
    setting_calls,
)
from gpu2ipu.analysis.values.library_objects import constructions_of
from tests.analysis.evaluated import facts

MODELS = """
model = keras.Sequential([layers.Dense(1)])
other = keras.Sequential([layers.Dense(1)])
"""


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("", 1),
        ("model.set_gradient_accumulation_options(4)", 4),
        ("model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=2 * 4)", 8),
        ("model.set_pipelining_options(8)", 8),
        ("model.set_gradient_accumulation_options(n)", None),
        ("model.set_gradient_accumulation_options(4)\nmodel.set_gradient_accumulation_options(8)", None),
        ("other.set_gradient_accumulation_options(4)", 1),
    ],
)
def test_the_accumulation_of_a_model(code: str, number: int | None) -> None:
    found = facts(MODELS + code + "\nmodel.compile('sgd', 'mse')")
    (compiled,) = found.compile_calls
    calls = accumulating_calls(found.script, constructions_of(compiled.receiver))
    assert given_accumulation(found, calls) == number


def test_the_arguments_of_both_setters() -> None:
    code = 'model.set_gradient_accumulation_options(4, "mean")\nother.set_pipelining_options(8, None, None, "sum")'
    calls = setting_calls(facts(MODELS + code).script).values()
    pairs = [(accumulated(call.node), reduction(call)) for call in calls]
    assert [tuple(node and ast.unparse(node) for node in pair) for pair in pairs] == [
        ("4", "'mean'"),
        ("8", "'sum'"),
    ]
