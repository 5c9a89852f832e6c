"""What layers cost: those with weights, and what nobody knows."""

from __future__ import annotations

import pytest

from gpu2ipu.port.pipeline.costs import has_weights


@pytest.mark.parametrize(
    "name", ["Dense", "Conv2D", "Conv2DTranspose", "LSTM", "Embedding", "MultiHeadAttention", "Bidirectional"]
)
def test_layers_with_weights(name: str) -> None:
    assert has_weights(f"keras.layers.{name}")


@pytest.mark.parametrize(
    "name",
    [
        *("Flatten", "Dropout", "BatchNormalization", "LayerNormalization", "MaxPooling2D", "ZeroPadding2D"),
        *("GlobalAveragePooling1D", "Add", "ReLU", "RandomFlip", "UpSampling2D", "concatenate"),
    ],
)
def test_layers_without(name: str) -> None:
    assert not has_weights(f"keras.layers.{name}")


def test_functions_have_none_and_unknown_classes_may() -> None:
    assert not has_weights("tensorflow.nn.relu")
    assert has_weights("")
    assert has_weights("keras.layers.Layer")
