"""Which steps a loop of the script's own has, and why one is left for a person."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.plan.own_steps import Step, own_steps_of
from tests.plan.planned import script_of

HEAD = """
import tensorflow as tf
from tensorflow import keras
model = keras.Sequential([keras.layers.Dense(1)])
optimizer, metric = keras.optimizers.SGD(), keras.metrics.Mean()
data = tf.data.Dataset.from_tensor_slices((tf.zeros((8, 4)), tf.zeros((8, 1)))).batch(4)
"""
STEP = """
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.weights), model.weights))
    return loss
"""
LOOP = """
for x, y in data:
    print(step(x, y))
"""
INLINE = """
for epoch in range(3):
    for i, (x, y) in enumerate(data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
        grads = tape.gradient(loss, model.weights)
        optimizer.apply_gradients(zip(grads, model.weights))
        {more}
    {after}
"""


def steps(code: str) -> tuple[Step, ...]:
    return own_steps_of(script_of(code, HEAD))


def only(code: str) -> Step:
    (step,) = steps(code)
    return step


@pytest.mark.parametrize("decorator", ["", "@tf.function", "@tf.function(autograph=False)"])
def test_a_function_that_the_loop_calls(decorator: str) -> None:
    step = only(decorator + STEP + LOOP + LOOP)
    assert (step.reason, step.trains, step.inline) == ("", True, None)
    assert step.function is not None and step.function.name == "step"
    assert [ast.unparse(call) for call in step.calls] == ["step(x, y)", "step(x, y)"]


def test_the_outermost_function_that_is_a_program() -> None:
    outer = "\n@tf.function\ndef outer(x, y):\n    return step(x, y) * 2\n"
    step = only(STEP + outer + LOOP.replace("step", "outer"))
    assert step.function is not None and (step.function.name, step.reason) == ("outer", "")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (STEP, "nothing in the script calls `step`"),
        (STEP.replace("return", "print(loss)\n    return") + LOOP, "its step has `print(...)`"),
        (STEP + "for x, y in data:\n    step(x, **{'y': y})\n", "come from a dict"),
        (STEP + "for i in range(3):\n    step(tf.zeros((4, 4)), i)\n", "`i` is a number of Python's"),
        (STEP + "import numpy as np\nstep(np.array(['a']), 1)\n", "holds str"),
        (
            STEP.replace("** 2)", "** 2) * scale")
            + "scale = 1.0\nfor scale in (1.0, 2.0):\n    step(data, data)\n",
            "`scale` changes while the script runs",
        ),
        (STEP.replace("** 2)", "** 2) * scale") + "scale = 1\nscale = 2\n" + LOOP, "`scale` changes"),
        (
            STEP.replace("** 2)", "** 2) * model.factor") + "model.factor = 1\nmodel.factor = 2\n" + LOOP,
            "`model.factor`",
        ),
        (STEP + LOOP + "model.trainable = False\n" + LOOP, "`trainable` changes"),
        (
            INLINE.replace("** 2)", "** 2) * model.factor").format(
                more="model.factor = i", after="model.factor = 2"
            ),
            "`model.factor` changes",
        ),
        (STEP + "run = [step]\n" + LOOP, "`step` is handed over to others"),
        ("@print\n" + STEP.lstrip() + LOOP, "other decorators"),
        (
            STEP + "for rate in (1, 2):\n    optimizer = keras.optimizers.SGD(rate)\n    step(data, data)\n",
            "made anew in a loop",
        ),
        (
            "@tf.function"
            + STEP
            + "\n@tf.function\ndef epoch(d):\n    for x, y in d:\n        step(x, y)\nepoch(data)\n",
            "a loop over a dataset inside of the `tf.function`",
        ),
        (
            "@tf.function"
            + STEP
            + "\n@tf.function\ndef epoch(d):\n    for x, y in d:\n        step(x, y)\n"
            + LOOP,
            "is called in a `tf.function` that cannot be a program",
        ),
        (INLINE.replace("opt", "#opt").format(more="pass", after="pass"), "does not apply the gradients"),
        (INLINE.replace("** 2)", "** epoch)").format(more="pass", after="pass"), "`epoch` is a number"),
        ("with tf.GradientTape() as tape:\n    loss = model(tf.zeros((1, 4)))\n", "no loop stands around it"),
    ],
)
def test_why_a_step_is_left(code: str, reason: str) -> None:
    assert reason in only(code).reason


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
    assert (train.trains, test.trains, test.reason) == (True, False, "")
    assert test.function is not None and test.function.name == "test_step"
    train, test = steps(
        STEP + LOOP + "for x, _ in data:\n    out = model(x, training=False)\n    metric(out)\n"
    )
    assert test.inline is not None and (test.inline.inputs, len(test.inline.statements)) == (("x",), 2)


@pytest.mark.parametrize(
    "code",
    [
        "scale = 1.0\n" + STEP.replace("** 2)", "** 2) * scale") + LOOP,
        "model.trainable = True\n" + STEP + LOOP,
        "scale = 1\nscale = 2\n@tf.function" + STEP.replace("** 2)", "** 2) * scale") + LOOP,  # as it was
        STEP.replace("return", "x = loss\n    x = x\n    return") + LOOP,
    ],
)
def test_what_does_not_change_may_be_compiled(code: str) -> None:
    assert only(code).reason == ""


def test_a_helper_of_the_step_that_the_host_calls_too() -> None:
    helper = "\ndef loss_of(x, y):\n    return tf.reduce_mean((model(x) - y) ** 2)\n"
    step = STEP.replace("tf.reduce_mean((model(x, training=True) - y) ** 2)", "loss_of(x, y)")
    _, test = steps(helper + step + LOOP + "for x, y in data:\n    metric(loss_of(x, y))\n")
    assert test.inline is not None and (test.trains, test.inline.inputs) == (False, ("x", "y"))


def test_without_tapes_there_are_no_steps() -> None:
    assert steps("for x, y in data:\n    print(model(x, training=False))\n") == ()
