"""Why a function that a loop of the script's own calls is left for a person."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.keras.graph_obstacles import Obstacle, ObstacleKind
from gpu2ipu.port.training_loop.outcomes import Hindrance, StepReason, Uncompiled
from tests.port.training_loop.loops import LOOP, STEP, only


@pytest.mark.parametrize(
    ("code", "hindrance"),
    [
        (STEP, Uncompiled(StepReason.NEVER_CALLED, "step")),
        (
            STEP.replace("return", "print(loss)\n    return") + LOOP,
            Obstacle(ObstacleKind.PYTHON, "print(...)"),
        ),
        (STEP + "for x, y in data:\n    step(x, **{'y': y})\n", Uncompiled(StepReason.UNPACKED)),
        (
            STEP + "for i in range(3):\n    step(tf.zeros((4, 4)), i)\n",
            Uncompiled(StepReason.CHANGING_NUMBER, "i"),
        ),
        (
            STEP + "import numpy as np\nstep(np.array(['a']), 1)\n",
            Uncompiled(StepReason.UNSUPPORTED_ARGUMENT, "np.array(['a'])", "str"),
        ),
        (
            STEP.replace("** 2)", "** 2) * scale")
            + "scale = 1.0\nfor scale in (1.0, 2.0):\n    step(data, data)\n",
            Uncompiled(StepReason.CHANGING_VALUE, "scale"),
        ),
        (
            STEP.replace("** 2)", "** 2) * scale") + "scale = 1\nscale = 2\n" + LOOP,
            Uncompiled(StepReason.CHANGING_VALUE, "scale"),
        ),
        (
            STEP.replace("** 2)", "** 2) * model.factor") + "model.factor = 1\nmodel.factor = 2\n" + LOOP,
            Uncompiled(StepReason.CHANGING_VALUE, "model.factor"),
        ),
        (
            STEP + LOOP + "model.trainable = False\n" + LOOP,
            Uncompiled(StepReason.CHANGING_VALUE, "trainable"),
        ),
        (STEP + "run = [step]\n" + LOOP, Uncompiled(StepReason.PASSED_ON, "step")),
        ("@print\n" + STEP.lstrip() + LOOP, Uncompiled(StepReason.DECORATED)),
        (
            STEP + "for rate in (1, 2):\n    optimizer = keras.optimizers.SGD(rate)\n    step(data, data)\n",
            Uncompiled(StepReason.NEW_MODEL),
        ),
        (
            "@tf.function"
            + STEP
            + "\n@tf.function\ndef epoch(d):\n    for x, y in d:\n        step(x, y)\nepoch(data)\n",
            Obstacle(ObstacleKind.DATASET_LOOP),
        ),
        (
            "@tf.function"
            + STEP
            + "\n@tf.function\ndef epoch(d):\n    for x, y in d:\n        step(x, y)\n"
            + LOOP,
            Uncompiled(StepReason.IN_GRAPH, "step"),
        ),
    ],
)
def test_why_a_function_is_left(code: str, hindrance: Hindrance) -> None:
    assert only(code).hindrance == hindrance


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
    assert only(code).hindrance is None
