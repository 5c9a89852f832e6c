"""Normalisation against the layers of Keras and NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.random.RandomState(0).normal(size=(4, 5, 6, 8)).astype("float32")


@pytest.mark.parametrize("axis", [-1, 3, [2, 3], (3, 1), [1, 2, 3]])
def test_layer_normalization_is_that_of_keras(tf: Any, layers: Any, same: Any, axis: Any) -> None:
    ours, keras = layers.LayerNormalization(axis=axis), tf.keras.layers.LayerNormalization(axis=axis)
    same([ours(X)], [keras(X)])
    assert [weight.shape for weight in ours.get_weights()] == [weight.shape for weight in keras.get_weights()]


def test_training_changes_the_weights_as_in_keras(tf: Any, layers: Any, same: Any, trained: Any) -> None:
    weights = [np.linspace(0.5, 2, 8), np.linspace(-1, 1, 8)]
    ours = trained(layers.LayerNorm(), weights, X)
    same(ours, trained(tf.keras.layers.LayerNormalization(), weights, X))


@pytest.mark.parametrize("strided", [True, False])
def test_groups_of_channels(layers: Any, same: Any, strided: bool) -> None:
    layer = layers.GroupNormalization(
        4, gamma_initializer="ones", beta_initializer="zeros", strided_channel_grouping=strided
    )
    split = X.reshape((4, 30, 2, 4) if strided else (4, 30, 4, 2))
    over = (1, 2) if strided else (1, 3)
    mean, variance = split.mean(over, keepdims=True), split.var(over, keepdims=True)
    same([layer(X)], [((split - mean) / np.sqrt(variance + 1e-3)).reshape(X.shape)])


def test_each_channel_for_itself(layers: Any, same: Any) -> None:
    layer = layers.InstanceNormalization(channels_axis=1, center=False, scale=False)
    mean, variance = X.mean((2, 3), keepdims=True), X.var((2, 3), keepdims=True)
    same([layer(X)], [(X - mean) / np.sqrt(variance + 1e-3)])
    assert layer.get_weights() == [] and layer.groups == 5


@pytest.mark.parametrize(
    "name, options, words",
    [
        ("GroupNormalization", {"groups": 9}, "Invalid groups 9 for 8 channels"),
        ("GroupNormalization", {"groups": 3}, "8 channels is not commensurate with 3 groups"),
        ("GroupNormalization", {"channels_axis": 4}, "Axis is out of bounds"),
        ("GroupNormalization", {"channels_axis": 2}, "group norm only supports NCHW"),
        ("LayerNormalization", {"axis": 4}, "Invalid axis: 4"),
        ("LayerNormalization", {"axis": [3, -1]}, "Duplicate axis"),
        ("LayerNormalization", {"axis": "last"}, "Expected an int or a list/tuple of ints"),
    ],
)
def test_invalid_axes_and_groups_are_refused(
    layers: Any, name: str, options: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        getattr(layers, name)(**options)(X)


def test_regularizers_are_refused(layers: Any) -> None:
    with pytest.raises(NotImplementedError, match="does not support __init__ argument gamma_regularizer"):
        layers.LayerNorm(gamma_regularizer="l2")


def test_unknown_batch_sizes_are_refused(tf: Any, layers: Any) -> None:
    with pytest.raises(ValueError, match="has unknown dimensions"):
        layers.LayerNorm()(tf.keras.Input((3,)))


@pytest.mark.parametrize("name", ["GroupNorm", "InstanceNorm", "LayerNorm"])
def test_a_configuration_makes_the_same_layer(layers: Any, name: str) -> None:
    layer = getattr(layers, name)(epsilon=0.5, center=False)
    other = getattr(layers, name).from_config(layer.get_config())
    assert other.get_config() == layer.get_config()
    assert (other.epsilon, other.center) == (0.5, False)
