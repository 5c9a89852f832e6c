"""Each feeding call gets the plan of its kind; what cannot be seen is left for a person."""

from __future__ import annotations

import pytest

from tests.port.proposed import outcome, proposals


@pytest.mark.parametrize(
    ("code", "rule", "message"),
    [
        ("model.fit(x, y, **n)", "IPU202", "takes arguments from `*` or `**`"),
        ("model.evaluate(*n)", "IPU202", "takes arguments from `*` or `**`"),
        ("model.predict(x, **n)", "IPU203", "takes arguments from `*` or `**`"),
        ("model.fit(unheard_of)", "IPU202", "cannot determine the type or size of the input of `fit`"),
        (
            "model.predict(unheard_of, steps=n)",
            "IPU203",
            "cannot determine the type or size of the input of `predict`",
        ),
        ("model.evaluate(x, y, steps=3)", "IPU202", "a number of steps of arrays"),
        ("model.predict(x, steps=3)", "IPU203", "a number of steps of arrays"),
        ("model.fit(x, y, steps_per_epoch=3)", "IPU202", "a number of steps of arrays"),
        ("def f(m):\n    m.fit(x, y)\nf(unheard_of())", "IPU202", "is called on a Keras model"),
    ],
)
def test_what_is_left_for_a_person(code: str, rule: str, message: str) -> None:
    if "unheard_of()" in code:
        found = proposals("model.summary()\n" + code)
    else:
        found = proposals(code)
        assert outcome(code).steps.expression is None or "steps" in code
    assert [(proposal.rule, proposal.fix, message in proposal.message) for proposal in found] == [
        (rule, None, True)
    ]


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
    assert not proposals(code)


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
    assert outcome(code).steps.number == number


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            "for f in (model.fit, model.evaluate):\n    f(x, y)",
            [("IPU202", "`f` is not the same method in each call")],
        ),
        (
            "for name, f in {'a': model.predict, 'b': model.evaluate}.items():\n    f(x[:32])",
            [("IPU203", "`f` is not the same method in each call")],
        ),
        (
            "def run(f):\n    f(x[:32])\nrun(model.predict)\nrun(model.evaluate)",
            [("IPU203", "`f` is not the same method in each call")],
        ),
        ("getattr(model, input())(x)", [("IPU202", "whether `getattr(model, input())` takes data")]),
        ("f = getattr(model, input())\nf(x)", [("IPU202", "whether `f` takes data")]),
        (
            "f = model.fit if n else model.evaluate\nf(x, y)",
            [("IPU202", "whether `f` takes data")],
        ),
        (
            "keras.Model.fit(model, x, y)",
            [("IPU202", "whether `keras.Model.fit` is called on a Keras model")],
        ),
        ("for f in (model.predict, model.predict):\n    f(x[:32])", []),
        ("print(getattr(model, input()))", []),
        ("getattr(model, 'summary')()", []),
    ],
)
def test_methods_by_another_name(code: str, expected: list[tuple[str, str]]) -> None:
    found = proposals("model.summary()\n" + code, "IPU20")
    assert [(proposal.rule, proposal.fix) for proposal in found] == [(rule, None) for rule, _ in expected]
    assert all(message in proposal.message for proposal, (_, message) in zip(found, expected))


def test_a_method_of_either_model_feeds_both() -> None:
    either = "f = model.predict if n else other.predict\nf(x[:100])"
    (proposal,) = proposals("other = keras.Sequential([layers.Dense(1)])\n" + either, "IPU203")
    assert proposal.title == "batch size that divides the samples: 25"


def test_a_model_elsewhere_says_nothing_of_calls_that_are_not_its_own() -> None:
    assert not proposals("from sklearn.svm import SVC\nSVC().fit(x, y)")
