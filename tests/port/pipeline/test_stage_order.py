"""What is wrong with the stages that a script gives its models itself."""

from __future__ import annotations

import pytest

from gpu2ipu.port.pipeline.outcomes import Fault
from gpu2ipu.port.pipeline.stage_order import wrong_stages
from gpu2ipu.port.port import Port
from tests.analysis.evaluated import script_of

THREE = "m = keras.Sequential([layers.Dense(8), layers.Dense(8), layers.Dense(8)])\n"
INPUT = "S = keras.ipu.PipelineStage\ni = keras.Input((4,))\n"


def faults(code: str) -> list[tuple[Fault, int, int]]:
    return [(each.fault, each.before, each.stage) for each in wrong_stages(Port(script_of(code)))]


@pytest.mark.parametrize(
    ("stages", "expected"),
    [
        ("[0, 0, 1]", []),
        ("[0] + [1] * 2", []),
        ("[k // 2 for k in range(3)]", []),
        ("[0, 1, n]", []),
        ("stages", []),
        ("[0, 1]", [(Fault.LENGTH, 2, 3)]),
        ("[0, 2, 2]", [(Fault.GAP, 0, 2)]),
        ("[0, 1, 0]", [(Fault.BACKWARD, 1, 0)]),
        ("[1, 1, 2]", [(Fault.FIRST, 0, 1)]),
    ],
)
def test_lists(stages: str, expected: list[tuple[Fault, int, int]]) -> None:
    assert faults(f"{THREE}m.set_pipeline_stage_assignment({stages})") == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("with S(0): x = layers.Dense(8)(i)\nwith S(1): x = layers.Dense(8)(x)", []),
        ("with S(0): x = layers.Dense(8)(i)\nwith S(0): x = layers.Dense(8)(x)\nwith S(1): x = x * 2", []),
        ("with S(0): x = layers.Dense(8)(i)\nwith S(n): x = layers.Dense(8)(x)", []),
        ("with S(0): d = layers.Dense(8)\nx = d(i)\nwith S(1): x = layers.Dense(8)(x)", []),
        ("x = layers.Dense(8)(i)", []),
        (
            "def f(x): return layers.Dense(8)(x)\nwith S(0): x = f(i)\nwith S(1): x = f(x)",
            [],
        ),
        ("with S(1): x = layers.Dense(8)(i)\nwith S(2): x = layers.Dense(8)(x)", [(Fault.FIRST, 0, 1)]),
        ("with S(0): x = layers.Dense(8)(i)\nwith S(3): x = layers.Dense(8)(x)", [(Fault.GAP, 0, 3)]),
        ("with S(1): x = layers.Dense(8)(i)\nwith S(0): x = layers.Dense(8)(x)", [(Fault.BACKWARD, 1, 0)]),
        ("with S(0): x = layers.Dense(8)(i)\nx = layers.ReLU()(x)", [(Fault.WITHOUT, 0, 0)]),
    ],
)
def test_blocks(code: str, expected: list[tuple[Fault, int, int]]) -> None:
    assert faults(f"{INPUT}{code}\nm = keras.Model(i, x)") == expected


def test_the_layers_of_a_model_in_a_model_have_stages_of_their_own() -> None:
    inner = (
        "with S(0): e = keras.Sequential([layers.Dense(8)])\nx = e(i)\nwith S(1): x = layers.Dense(8)(x)\n"
    )
    assert faults(f"{INPUT}{inner}m = keras.Model(i, x)") == []
