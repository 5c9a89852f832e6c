"""Which steps a loop of the script's own has, and why statements of one are left for a person."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.training_loop.outcomes import StepReason, Uncompiled
from tests.port.training_loop.loops import INLINE, LOOP, STEP, only, steps


@pytest.mark.parametrize("decorator", ["", "@tf.function", "@tf.function(autograph=False)"])
def test_a_function_that_the_loop_calls(decorator: str) -> None:
    step = only(decorator + STEP + LOOP + LOOP)
    assert (step.hindrance, step.trains, step.inline) == (None, True, None)
    assert step.function is not None and step.function.name == "step"
    assert [ast.unparse(call) for call in step.calls] == ["step(x, y)", "step(x, y)"]


def test_the_outermost_function_that_is_a_program() -> None:
    outer = "\n@tf.function\ndef outer(x, y):\n    return step(x, y) * 2\n"
    step = only(STEP + outer + LOOP.replace("step", "outer"))
    assert step.function is not None and (step.function.name, step.hindrance) == ("outer", None)


@pytest.mark.parametrize(
    ("code", "hindrance"),
    [
        (
            INLINE.replace("** 2)", "** 2) * model.factor").format(
                more="model.factor = i", after="model.factor = 2"
            ),
            Uncompiled(StepReason.CHANGING_VALUE, "model.factor"),
        ),
        (INLINE.replace("opt", "#opt").format(more="pass", after="pass"), Uncompiled(StepReason.NO_UPDATE)),
        (
            INLINE.replace("** 2)", "** epoch)").format(more="pass", after="pass"),
            Uncompiled(StepReason.CHANGING_NUMBER, "epoch"),
        ),
        (
            "with tf.GradientTape() as tape:\n    loss = model(tf.zeros((1, 4)))\n",
            Uncompiled(StepReason.NO_LOOP),
        ),
    ],
)
def test_why_statements_are_left(code: str, hindrance: Uncompiled) -> None:
    assert only(code).hindrance == hindrance


@pytest.mark.parametrize(
    ("more", "after", "statements", "outputs"),
    [
        ("pass", "pass", 3, ()),
        ("print(i, loss)", "pass", 3, ("loss",)),
        ("metric.update_state(loss)", "print(metric.result())", 4, ()),
        ("last = loss", "print(last)", 3, ("loss",)),
        ("total = total + loss", "total = 0.0", 3, ("loss",)),
        ("print(loss, [tf.norm(g) for g in grads])", "pass", 3, ("loss", "grads")),
        ("pass", "print(float(loss))", 3, ("loss",)),
        ("pass", "loss = 0\n    print(loss)", 3, ()),
    ],
)
def test_statements_of_a_loop(more: str, after: str, statements: int, outputs: tuple[str, ...]) -> None:
    inline = only(INLINE.format(more=more, after=after)).inline
    assert inline is not None
    assert len(inline.statements) == statements
    assert (inline.inputs, inline.outputs) == (("x", "y"), outputs)
    assert isinstance(inline.loop, ast.For) and ast.unparse(inline.loop.target) == "epoch"


def test_a_value_of_the_round_before_comes_out() -> None:
    code = INLINE.format(more="pass", after="pass").replace(
        "        with", "        print(loss)\n        with", 1
    )
    inline = only(code).inline
    assert inline is not None and inline.outputs == ("loss",)


def test_validation_is_a_step_of_its_own() -> None:
    function = "\n@tf.function\ndef test_step(x):\n    metric(model(x, training=False))\n"
    train, test = steps(STEP + function + LOOP + "for x, _ in data:\n    test_step(x)\n")
    assert (train.trains, test.trains, test.hindrance) == (True, False, None)
    assert test.function is not None and test.function.name == "test_step"
    train, test = steps(
        STEP + LOOP + "for x, _ in data:\n    out = model(x, training=False)\n    metric(out)\n"
    )
    assert test.inline is not None and (test.inline.inputs, len(test.inline.statements)) == (("x",), 2)


def test_a_helper_of_the_step_that_the_host_calls_too() -> None:
    helper = "\ndef loss_of(x, y):\n    return tf.reduce_mean((model(x) - y) ** 2)\n"
    step = STEP.replace("tf.reduce_mean((model(x, training=True) - y) ** 2)", "loss_of(x, y)")
    _, test = steps(helper + step + LOOP + "for x, y in data:\n    metric(loss_of(x, y))\n")
    assert test.inline is not None and (test.trains, test.inline.inputs) == (False, ("x", "y"))


def test_without_tapes_there_are_no_steps() -> None:
    assert steps("for x, y in data:\n    print(model(x, training=False))\n") == ()
