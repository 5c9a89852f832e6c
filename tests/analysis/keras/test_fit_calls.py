"""What the calls of `fit`, `evaluate` and `predict` are fed."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.keras.fit_calls import Input, fit_calls_of
from tests.port.proposed import DATA, fit_call, script_of


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("model.fit(x, y)", "arrays"),
        ("model.fit([x, x], y)", "arrays"),
        ("model.fit({'a': x}, y)", "arrays"),
        ("model.fit(unheard_of, y)", "arrays"),
        ("model.fit(unheard_of)", "unknown"),
        ("model.fit(unheard_of, None)", "unknown"),
        ("model.fit(x=x, y=y)", "arrays"),
        ("model.fit(tf.data.Dataset.range(3))", "dataset"),
        ("model.fit((i for i in x))", "generator"),
        ("model.fit()", "unknown"),
        ("model.predict(x)", "arrays"),
        ("model.predict([unheard_of] + n)", "arrays"),
        ("model.predict(n + [k] + [v for v in n])", "arrays"),
        ("model.predict([[1, 2]] + n)", "arrays"),
        ("model.predict([i for i in n])", "unknown"),
        ("model.predict(n + k)", "unknown"),
        ("model.predict([float(i) for i in n])", "arrays"),
        ("model.predict([[i, 2.0] for i in n])", "arrays"),
        ("model.predict(unheard_of[:7])", "arrays"),
        ("model.predict(unheard_of[7])", "unknown"),
        ("model.predict(zip(x, x))", "unknown"),
        ("model.predict(enumerate(n))", "unknown"),
        ("model.evaluate(tf.data.Dataset.from_tensor_slices((x, y)))", "dataset"),
    ],
)
def test_input(code: str, kind: str) -> None:
    assert fit_call(code).input is Input(kind)


@pytest.mark.parametrize(
    ("code", "arguments", "opaque"),
    [
        ("model.fit(x, y, 32)", {"x": "x", "y": "y", "batch_size": "32"}, False),
        ("model.evaluate(x, y, 32, 0, u)", {"sample_weight": "u", "verbose": "0"}, False),
        ("model.predict(x, 32, steps=4)", {"batch_size": "32", "steps": "4"}, False),
        ("model.fit(*n)", {}, True),
        ("model.fit(x, y, **n)", {"x": "x"}, True),
        ("model.fit(x, batch_size=8, **n)", {"batch_size": "8"}, True),
        ("model.predict(x, batch_size=8, **n)", {"batch_size": "8"}, False),
        ("model.predict(x, **n)", {"x": "x"}, True),
    ],
)
def test_arguments(code: str, arguments: dict[str, str], opaque: bool) -> None:
    found = fit_call(code)
    assert {name: ast.unparse(found.arguments[name]) for name in arguments} == arguments
    assert found.opaque is opaque


@pytest.mark.parametrize(
    ("argument", "given"),
    [
        ("validation_split=0.1", True),
        ("validation_split=0.0", False),
        ("validation_split=None", False),
        ("validation_split=n", True),
        ("epochs=2", False),
    ],
)
def test_an_argument_that_says_nothing_is_not_given(argument: str, given: bool) -> None:
    assert fit_call(f"model.fit(x, y, {argument})").given("validation_split") is given


@pytest.mark.parametrize(
    ("code", "names", "steps"),
    [
        ("model.fit(x, y, sample_weight=u)", ["x", "y", "sample_weight"], "steps_per_epoch"),
        ("model.evaluate(x, y, sample_weight=None)", ["x", "y"], "steps"),
        ("model.predict(x)", ["x"], "steps"),
    ],
)
def test_arguments_with_an_entry_for_each_row(code: str, names: list[str], steps: str) -> None:
    assert list(fit_call(code).row_arguments()) == names
    assert fit_call(code).steps_argument == steps


def test_a_call_that_is_reached_twice_is_one_feed() -> None:
    code = "def train(m):\n    m.fit(x, y)\ntrain(model)\ntrain(keras.Sequential())\nmodel.predict(x)"
    fit_calls = fit_calls_of(script_of(DATA + code))
    assert [found.method for found in fit_calls] == ["fit", "predict"]
