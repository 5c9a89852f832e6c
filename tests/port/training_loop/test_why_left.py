"""Why a function that a loop of the script's own calls is left for a person."""

from __future__ import annotations

import pytest

from tests.port.training_loop.loops import LOOP, STEP, only


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (STEP, "nothing in the script calls `step`"),
        (STEP.replace("return", "print(loss)\n    return") + LOOP, "its step has `print(...)`"),
        (STEP + "for x, y in data:\n    step(x, **{'y': y})\n", "come from `**`"),
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
        (STEP + "run = [step]\n" + LOOP, "`step` is passed to other code"),
        ("@print\n" + STEP.lstrip() + LOOP, "other decorators"),
        (
            STEP + "for rate in (1, 2):\n    optimizer = keras.optimizers.SGD(rate)\n    step(data, data)\n",
            "a loop creates a new",
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
            "is called in a `tf.function` that cannot be compiled",
        ),
    ],
)
def test_why_a_function_is_left(code: str, reason: str) -> None:
    assert reason in only(code).reason


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
