"""Each feeding call gets the plan of its kind; what cannot be seen is left for a person."""

from __future__ import annotations

import pytest

from tests.plan.planned import feeding, pieces


@pytest.mark.parametrize(
    ("code", "rule", "message"),
    [
        ("model.fit(x, y, **n)", "IPU202", "takes arguments from `*` or `**`"),
        ("model.evaluate(*n)", "IPU202", "takes arguments from `*` or `**`"),
        ("model.predict(x, **n)", "IPU203", "takes arguments from `*` or `**`"),
        ("model.fit(unheard_of)", "IPU202", "what `fit` is fed with cannot be seen"),
        ("model.predict(unheard_of)", "IPU203", "what `predict` is fed with cannot be seen"),
        ("model.evaluate(x, y, steps=3)", "IPU202", "so many steps of arrays"),
        ("model.predict(x, steps=3)", "IPU203", "so many steps of arrays"),
        ("model.fit(x, y, steps_per_epoch=3)", "IPU202", "so many steps of arrays"),
        ("def f(m):\n    m.fit(x, y)\nf(unheard_of())", "IPU202", "is that of a Keras model cannot be seen"),
    ],
)
def test_what_is_left_for_a_person(code: str, rule: str, message: str) -> None:
    if "unheard_of()" in code:
        found = pieces("model.summary()\n" + code)
    else:
        found = pieces(code)
        assert feeding(code).steps.expression is None or "steps" in code
    assert [(piece.rule, piece.fix, message in piece.message) for piece in found] == [(rule, None, True)]


@pytest.mark.parametrize(
    "code",
    [
        "model.fit(x[:960], y[:960], steps_per_epoch=3)",
        "model.predict(x[:960], steps=3)",
        "model.predict(x, steps=5)",  # Keras makes batches of 202 rows then
        "model.fit(x, y, steps_per_epoch=10)",
        "model.evaluate(tf.data.Dataset.range(9), steps=3)",
        "model.predict((i for i in x), steps=3)",
        "model.fit((i for i in x), steps_per_epoch=3)",
        "model.fit(tf.data.Dataset.range(9))",
        "def f(m):\n    m.fit(x[:960], y[:960])\nf(unheard_of())\nf(model)",
    ],
)
def test_what_needs_nothing(code: str) -> None:
    assert not pieces(code)


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("model.fit(x[:960], y[:960], steps_per_epoch=3)", 3),
        ("model.predict(x[:960], steps=4)", 4),
        ("model.evaluate(tf.data.Dataset.range(9).batch(3))", 3),
        ("model.evaluate(tf.data.Dataset.range(9).batch(3), steps=2)", 2),
        ("model.predict((i for i in x))", None),
    ],
)
def test_steps(code: str, number: int | None) -> None:
    assert feeding(code).steps.number == number


def test_a_model_elsewhere_says_nothing_of_calls_that_are_not_its_own() -> None:
    assert not pieces("from sklearn.svm import SVC\nSVC().fit(x, y)")
