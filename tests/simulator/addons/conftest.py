"""The modules of `ipu_tensorflow_addons`, and training in the scope of a strategy."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest


@pytest.fixture
def layers(ipu: Any) -> Any:
    return importlib.import_module("ipu_tensorflow_addons.keras.layers")


@pytest.fixture
def optimizers(ipu: Any) -> Any:
    return importlib.import_module("ipu_tensorflow_addons.keras.optimizers")


@pytest.fixture
def trained(tf: Any, strategy: Any) -> Callable[..., list[Any]]:
    """Trains a model of one layer with given weights on one batch size; gives the weights."""

    def train(layer: Any, weights: Any, x: Any, optimizer: Any = "sgd") -> list[Any]:
        with strategy.scope():
            inputs = tf.keras.Input(x.shape[1:], batch_size=4, dtype=x.dtype)
            model = tf.keras.Sequential([inputs, layer])
            model.compile(optimizer, "mse", steps_per_execution=2)
            layer.set_weights(weights)
        targets = np.zeros((len(x), *model.output_shape[1:]), "float32")
        model.fit(x, targets, batch_size=4, epochs=2, shuffle=False, verbose=0)
        found: list[Any] = layer.get_weights()
        return found

    return train


def close(found: Any, expected: Any) -> None:
    """Assert that lists of arrays are the same but for rounding."""
    assert len(found) == len(expected)
    for one, other in zip(found, expected):
        np.testing.assert_allclose(one, other, rtol=5e-5, atol=5e-6)


@pytest.fixture
def same() -> Callable[[Any, Any], None]:
    return close
