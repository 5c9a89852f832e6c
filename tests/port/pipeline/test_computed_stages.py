"""The function that assigns stages when the script runs, and which models need it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gpu2ipu.analysis.library.port_helpers import ASSIGN_STAGES
from gpu2ipu.port.pipeline.computed_stages import is_called_twice, reads_models
from gpu2ipu.port.pipeline.units import operations_of
from tests.analysis.evaluated import facts


class Model:
    """What the function knows of a model: assignments, some of them of nested models."""

    def __init__(self, ranks: list[Any]) -> None:
        self.assignments = [_assignment(each) for each in ranks]

    def get_pipeline_stage_assignment(self) -> list[Any]:
        return self.assignments

    def set_pipeline_stage_assignment(self, assignments: list[Any]) -> None:
        assert assignments is self.assignments


def _assignment(rank: Any) -> Any:
    if isinstance(rank, list):
        return SimpleNamespace(
            is_nested_model=True, pipeline_stage_assignments=[_assignment(each) for each in rank]
        )
    weights = [SimpleNamespace(shape=(2,) * rank)] if rank else []
    return SimpleNamespace(is_nested_model=False, layer=SimpleNamespace(weights=weights), pipeline_stage=None)


def stages(assignments: list[Any]) -> list[Any]:
    return [
        stages(each.pipeline_stage_assignments) if each.is_nested_model else each.pipeline_stage
        for each in assignments
    ]


@pytest.mark.parametrize(
    ("ranks", "number", "expected"),
    [
        ([2, 2], 2, [0, 1]),
        ([0, 2, 1, 0, 4, 1], 2, [0, 0, 0, 0, 1, 1]),
        ([2, [2, 0, 2], 2], 2, [0, [0, 0, 1], 1]),
        ([4, 4, 4, 4, 2], 3, [0, 0, 1, 1, 2]),
    ],
)
def test_the_function_of_a_port(ranks: list[Any], number: int, expected: list[Any]) -> None:
    names: dict[str, Any] = {}
    exec(ASSIGN_STAGES.format(name="assign_stages"), names)
    model = Model(ranks)
    names["assign_stages"](model, number)
    assert stages(model.assignments) == expected


@pytest.mark.parametrize(
    ("code", "reads", "twice"),
    [
        ("x = layers.Dense(1)(i)", False, False),
        ("d = layers.Dense(1)\nx = d(i)\nx = d(x)", False, True),
        ("e = keras.Sequential([layers.Dense(1)])\nx = e(i)", True, False),
        ("e = keras.Sequential([layers.Dense(1)])\nx = e(i)\nx = e(x)", True, True),
        ("e = keras.Sequential([layers.Dense(1)])\nfor _ in n: x = e(i)", True, True),
        ("def f(x):\n    d = layers.Dense(1)\n    return d(x)\nx = f(f(i))", False, False),
        ("e = keras.applications.VGG16()\nx = e.output", True, False),
    ],
)
def test_models_in_models(code: str, reads: bool, twice: bool) -> None:
    found = facts(f"i = keras.Input((4,))\n{code}")
    assert reads_models(found, found.script.nodes) is reads
    assert is_called_twice(found, operations_of(found.script)) is twice
