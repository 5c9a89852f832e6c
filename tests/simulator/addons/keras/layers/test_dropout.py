"""Dropout, and the layers that return their inputs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.ones((4, 100), "float32")


def test_dropout_in_training_only(layers: Any) -> None:
    layer = layers.Dropout(0.25, seed=[3, 4], noise_shape=(4, 1))
    np.testing.assert_array_equal(layer(X, training=False), X)
    dropped = np.array(layer(X, training=True))
    assert set(dropped.ravel().tolist()) <= {0.0, float(np.float32(1) / np.float32(0.75))}
    assert (dropped == dropped[:, :1]).all()
    np.testing.assert_array_equal(layer(X, training=True), dropped)
    config = {"rate": 0.25, "noise_shape": (4, 1), "seed": [3, 4], "ref": True}
    assert layer.get_config() == config and layers.Dropout.from_config(config).get_config() == config


def test_invalid_rates_are_refused(layers: Any) -> None:
    with pytest.raises(ValueError, match="range \\[0, 1\\)"):
        layers.Dropout(1.0)(X, training=True)


def test_layers_for_the_compiler_return_their_inputs(layers: Any) -> None:
    for layer in (layers.RecomputationCheckpoint(), layers.AssumeEqualAcrossReplicas(inplace=True)):
        np.testing.assert_array_equal(layer(X), X)
        assert type(layer).from_config(layer.get_config()).get_config() == layer.get_config()


def test_what_is_not_emulated_is_refused_by_name(layers: Any) -> None:
    with pytest.raises(NotImplementedError, match="keras.layers.EffectiveTransformer is part of"):
        layers.EffectiveTransformer(1, 1)
