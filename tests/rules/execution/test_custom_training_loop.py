"""IPU305: why a step needs manual work is said in words."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.keras.graph_obstacles import Obstacle, ObstacleKind
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.port.port import Port
from gpu2ipu.port.training_loop.outcomes import CustomStep, Hindrance, StepReason, Uncompiled
from gpu2ipu.rules.execution.custom_training_loop import CustomTrainingLoop
from tests.port.proposed import script_of

HINDRANCES: list[Hindrance] = [
    *(Obstacle(kind, "the_code") for kind in ObstacleKind),
    *(Uncompiled(reason, "the_code", "int16") for reason in StepReason),
]


def message(script: Script, hindrance: Hindrance | None) -> str:
    (statement,) = script.tree.body
    assert isinstance(statement, ast.Expr)
    (finding,) = CustomTrainingLoop().reported(Port(script), [CustomStep(statement.value, True, hindrance)])
    return finding.message


@pytest.mark.parametrize("hindrance", HINDRANCES, ids=str)
def test_each_hindrance_has_words_of_its_own(hindrance: Hindrance) -> None:
    script = script_of("step()", "")
    plain = message(script, None)
    said = message(script, hindrance)
    assert said.startswith(f"{plain}: ") and "{" not in said and "write the step as a `tf.function" in said
    others = [message(script, other) for other in HINDRANCES if other is not hindrance]
    assert said not in others
