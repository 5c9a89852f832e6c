"""What the `keras` wheel of the SDK has."""

from __future__ import annotations

import pytest

from gpu2ipu.rules.tf26.keras_wheel import is_in_wheel, module_of_tensorflow


@pytest.mark.parametrize(
    "name",
    [
        "keras",
        "keras.Model.fit",
        "keras.engine.keras_tensor.KerasTensor",
        "keras.ipu.PipelineStage",
        "keras.losses.LossFunctionWrapper",
        "keras.applications.resnet.ResNet50",
    ],
)
def test_in_the_wheel(name: str) -> None:
    assert is_in_wheel(name)


@pytest.mark.parametrize(
    "name",
    [
        "keras.optimizers.Adam",
        "keras.optimizers.schedules",
        "keras.utils.to_categorical",
        "keras.engine.topology.Layer",
        "keras.ops",
    ],
)
def test_not_in_the_wheel(name: str) -> None:
    assert not is_in_wheel(name)


@pytest.mark.parametrize(
    ("below", "module"),
    [
        ("utils.np_utils", "utils"),
        ("layers.convolutional_recurrent", "layers"),
        ("engine.node", "engine.node"),
    ],
)
def test_modules_of_tensorflow(below: str, module: str) -> None:
    assert module_of_tensorflow(below) == module
