"""Batch normalizations in pipelines."""

from __future__ import annotations

import pytest

from gpu2ipu.port.pipeline.moving_statistics import normalized_batches
from gpu2ipu.port.port import Port
from tests.analysis.evaluated import script_of


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("layers.BatchNormalization()", ["BatchNormalization"]),
        ("layers.BatchNormalization()\nlayers.BatchNormalization()", ["BatchNormalization"]),
        ("keras.applications.ResNet50()", ["ResNet50"]),
        ("keras.applications.resnet50.ResNet50()", ["ResNet50"]),
        ("keras.applications.resnet50.preprocess_input(n)", []),
        ("keras.applications.VGG19()", []),
        ("layers.BatchNormalization(momentum=0.5)", ["BatchNormalization"]),
        ("layers.BatchNormalization(momentum=1)", []),
        ("layers.LayerNormalization()", []),
    ],
)
def test_normalized_batches(code: str, expected: list[str]) -> None:
    piped = Port(script_of(f"{code}\nwith keras.ipu.PipelineStage(0): pass\n"))
    assert [each.name for each in normalized_batches(piped)] == expected
    assert not list(normalized_batches(Port(script_of(code))))
