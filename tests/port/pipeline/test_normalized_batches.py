"""Batch normalizations that see micro-batches."""

from __future__ import annotations

import pytest

from gpu2ipu.port.pipeline.normalized_batches import normalized_batches
from gpu2ipu.port.port import Port
from tests.analysis.evaluated import script_of

PIPELINE = "with keras.ipu.PipelineStage(0): pass\n"
ACCUMULATION = """\
model = keras.Sequential([keras.layers.Dense(1)])
model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica={})
"""
REPLICAS = """\
ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = {}
"""


def found(code: str) -> list[tuple[str, bool]]:
    code = f"from tensorflow.python import ipu\n{code}"
    return [(each.name, each.loses_statistics) for each in normalized_batches(Port(script_of(code)))]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("layers.BatchNormalization()", [("BatchNormalization", True)]),
        ("layers.BatchNormalization()\nlayers.BatchNormalization()", [("BatchNormalization", True)]),
        ("keras.applications.ResNet50()", [("ResNet50", True)]),
        ("keras.applications.resnet50.ResNet50()", [("ResNet50", True)]),
        ("keras.applications.resnet50.preprocess_input(n)", []),
        ("keras.applications.VGG19()", []),
        ("layers.BatchNormalization(momentum=0.5)", [("BatchNormalization", True)]),
        ("layers.BatchNormalization(momentum=1)", [("BatchNormalization", False)]),
        ("layers.LayerNormalization()", []),
    ],
)
def test_normalized_batches(code: str, expected: list[tuple[str, bool]]) -> None:
    assert found(f"{code}\n{PIPELINE}") == expected
    assert found(f"{code}\n{ACCUMULATION.format(4)}") == [(name, False) for name, _ in expected]
    assert found(f"{code}\n{REPLICAS.format(2)}") == [(name, False) for name, _ in expected]
    assert found(code) == []


@pytest.mark.parametrize("steps", ["1", "n"])
def test_numbers_of_micro_batches(steps: str) -> None:
    assert bool(found(f"layers.BatchNormalization()\n{ACCUMULATION.format(steps)}")) == (steps != "1")
    assert not found(f"layers.BatchNormalization()\n{REPLICAS.format(steps)}")
