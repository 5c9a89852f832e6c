"""Layers that adapt outside of the scope."""

from __future__ import annotations

import pytest

from gpu2ipu.port.strategy.adapted_layers import adapted_layers
from tests.port.proposed import DATA, script_of

AGAIN = "norm = layers.Normalization(mean=norm.mean, variance=norm.variance)"


@pytest.mark.parametrize(
    ("code", "again"),
    [
        ("norm = layers.Normalization()\nnorm.adapt(x)", AGAIN),
        ("if n:\n    norm = layers.Normalization()\n    norm.adapt(x)", AGAIN),
        ("def f():\n    norm = layers.Normalization()\n    norm.adapt(x)\nf()", AGAIN),
        (
            "norm = layers.Normalization(axis=-1)\nnorm.adapt(x)",
            "norm = layers.Normalization(axis=-1, mean=norm.mean, variance=norm.variance)",
        ),
    ],
)
def test_a_layer_with_the_numbers(code: str, again: str) -> None:
    script = script_of(DATA + code)
    (layer,) = adapted_layers(script)
    assert layer.again(script) == again
    assert not layer.made_again


def test_a_layer_that_is_made_again_already() -> None:
    code = f"norm = layers.Normalization()\nnorm.adapt(x)\nif n:\n    {AGAIN}"
    (layer,) = adapted_layers(script_of(DATA + code))
    assert layer.made_again


@pytest.mark.parametrize(
    "code",
    [
        "words = layers.TextVectorization()\nwords.adapt(x)",
        "norm = layers.Normalization()\nlater = norm.adapt(x)",
        "norm = layers.Normalization()\nif n:\n    norm.adapt(x)",
        "norm = [layers.Normalization()]\nnorm[0].adapt(x)",
        "norm = unheard_of()\nnorm.adapt(x)",
        "s = ipu.ipu_strategy.IPUStrategy()\nwith s.scope():\n    norm = layers.Normalization()\n    norm.adapt(x)",
    ],
)
def test_what_is_left_alone(code: str) -> None:
    assert adapted_layers(script_of(DATA + code)) == ()
