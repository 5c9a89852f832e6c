"""Calls in two parts: written out where both are in plain sight, else left as they are and named."""

from __future__ import annotations

import pytest

from gpu2ipu.rewrite import apply
from tests.port.proposed import DATA, Reported, reported, script_of

BEGIN = (
    "import functools, operator\nfrom functools import partial\nfrom operator import methodcaller\n" + DATA
)


def found(code: str) -> list[Reported]:
    """What is said of calls that are handed on."""
    messages = ("has bound arguments", "is passed on", "cannot determine")
    return [
        proposal
        for proposal in reported(script_of(BEGIN + code))
        if any(m in proposal.message for m in messages)
    ]


def ported(code: str) -> str:
    """The code once its calls in two parts are written out."""
    script = script_of(BEGIN + code)
    text = apply(script.text, [edit for proposal in found(code) for edit in proposal.edits])
    return text[len(script_of(BEGIN).text) :]


@pytest.mark.parametrize(
    ("code", "whole"),
    [
        (
            "functools.partial(model.fit, x, y, verbose=2)(epochs=3)\n",
            "model.fit(x, y, verbose=2, epochs=3)\n",
        ),
        (
            "fit = partial(model.fit, batch_size=8, epochs=1)\nhistory = fit(x, y, epochs=3)\nfit(x, y)\n",
            "history = model.fit(x, y, batch_size=8, epochs=3)\nmodel.fit(x, y, batch_size=8, epochs=1)\n",
        ),
        ("print(partial(model.evaluate, x)(y))\n", "print(model.evaluate(x, y))\n"),
        ("operator.methodcaller('fit', x, y, epochs=2)(model)\n", "model.fit(x, y, epochs=2)\n"),
        (
            "p = methodcaller('predict', x)\nfor each in [model]:\n    p(each)\n",
            "for each in [model]:\n    each.predict(x)\n",
        ),
        (
            "go = partial(model.fit, x, y, callbacks=[keras.callbacks.EarlyStopping(patience=2)])\ngo()\n",
            "model.fit(x, y, callbacks=[keras.callbacks.EarlyStopping(patience=2)])\n",
        ),
        (
            "def train():\n    fit = partial(model.fit, x)\n    fit(y)\ndef other(fit):\n    fit(1)\ntrain()\n",
            "def train():\n    model.fit(x, y)\ndef other(fit):\n    fit(1)\ntrain()\n",
        ),
    ],
)
def test_written_out(code: str, whole: str) -> None:
    assert ported(code) == whole
    assert {proposal.title.split("`")[0] for proposal in found(code)} == {"call "}


@pytest.mark.parametrize(
    "code",
    [
        "pool.map(partial(model.predict, batch_size=8), parts)",
        "list(map(methodcaller('fit', x, y), [model]))",
        "fit = partial(model.fit, x, y)\nx = x[:9]\nfit()",  # another x by then
        "fit = partial(model.fit, x, y)\nfit()\nrun(fit)",
        "fit = partial(model.fit, x, y)\nfit = fit if n else None\nfit()",
        "fit = partial(model.fit, x, y)\ndef later():\n    fit()\nlater()",
        "fit = partial(model.fit, x, y)\nlater = lambda: fit()\nlater()",
        "fit = partial(model.fit, x, **options)\nfit(y)",
        "fit = partial(model.fit, x, y, callbacks=[keras.callbacks.EarlyStopping()])\nfit()\nfit()",
        "fit = partial(model.fit, load(), y)\nfit()",
        "partial(model.fit, x, y, epochs=(n := 2))()",
        "if n:\n    fit = partial(model.fit, x, y)\nfit()",
        "fit = partial(model.fit, y=y)\nscores = [fit(x) for y in range(3)]",
        "methodcaller('fit', x, y)(model, 1)",
        "def train():\n    global fit\n    fit = partial(model.fit, x, y)\n    fit()\ntrain()",
    ],
)
def test_left(code: str) -> None:
    proposals = found(code)
    assert proposals and not any(proposal.edits for proposal in proposals)


@pytest.mark.parametrize(
    "code",
    [
        "methodcaller('fit', x, y)(linear.LogisticRegression())",
        "learner = linear.LogisticRegression()\nfit = methodcaller('fit', x, y)\nfit(learner)",
        "methodcaller('split', ',')(name)",
    ],
)
def test_what_is_no_model_is_left_in_peace(code: str) -> None:
    assert found("from sklearn import linear_model as linear\n" + code) == []


def test_a_model_among_others_is_not_left_in_peace() -> None:
    code = "from sklearn.svm import SVC\nfit = methodcaller('fit', x, y)\nfit(SVC())\nfit(model)\n"
    assert ported(code).endswith("SVC().fit(x, y)\nmodel.fit(x, y)\n")
