"""LSTM and GRU against the layers of Keras with the same weights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.random.RandomState(0).normal(size=(8, 6, 3)).astype("float32")


def random_weights(layer: Any) -> list[Any]:
    generator = np.random.RandomState(1)
    return [generator.normal(scale=0.5, size=weight.shape) for weight in layer.get_weights()]


@pytest.mark.parametrize("name", ["LSTM", "GRU"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"return_sequences": True},
        {"return_state": True},
        {"return_sequences": True, "return_state": True},
        {"activation": "relu", "recurrent_activation": "hard_sigmoid"},
        {"time_major": True, "return_sequences": True},
    ],
)
def test_outputs_are_those_of_keras(
    tf: Any, layers: Any, same: Any, name: str, options: dict[str, Any]
) -> None:
    ours = getattr(layers, name)(5, **options)
    keras = getattr(tf.keras.layers, name)(5, **options)
    ours(X), keras(X)
    weights = random_weights(ours)
    ours.set_weights(weights)
    keras.set_weights(weights)
    same(tf.nest.flatten(ours(X)), tf.nest.flatten(keras(X)))


def test_gru_that_resets_first(tf: Any, layers: Any, same: Any) -> None:
    ours, keras = layers.GRU(5, reset_after=False), tf.keras.layers.GRU(5, reset_after=False)
    ours(X), keras(X)
    weights = random_weights(ours)
    ours.set_weights(weights)
    keras.set_weights(weights)
    same([ours(X)], [keras(X)])


def test_an_initial_state(tf: Any, layers: Any, same: Any) -> None:
    ours, keras = layers.LSTM(5), tf.keras.layers.LSTM(5)
    state = [tf.ones((8, 5)), -tf.ones((8, 5))]
    ours(X), keras(X)
    keras.set_weights(ours.get_weights())
    same([ours(X, initial_state=state)], [keras(X, initial_state=state)])


@pytest.mark.parametrize("name", ["LSTM", "GRU"])
def test_training_changes_the_weights_as_in_keras(
    tf: Any, layers: Any, same: Any, trained: Callable[..., list[Any]], name: str
) -> None:
    layer = getattr(layers, name)(5)
    layer(X)
    weights = random_weights(layer)
    ours = trained(getattr(layers, name)(5), weights, X)
    same(ours, trained(getattr(tf.keras.layers, name)(5), weights, X))
    assert np.abs(ours[0] - weights[0]).max() > 1e-4


def test_a_stateful_layer_goes_on(tf: Any, layers: Any, same: Any) -> None:
    layer, whole = layers.GRU(5, stateful=True), layers.GRU(5)
    whole(X)
    layer.build(X[:, :3].shape)
    layer.set_weights(
        [*whole.get_weights(), *[state.numpy() for state in layer.states]][: len(layer.weights)]
    )
    layer(X[:, :3])
    same([layer(X[:, 3:])], [whole(X)])


def test_the_forget_gate_starts_open(layers: Any) -> None:
    layer = layers.LSTM(2)
    layer(X)
    assert layer.get_weights()[2].tolist() == [0, 0, 1, 1, 0, 0, 0, 0]


def test_dropout_takes_the_same_inputs_away_at_all_times(tf: Any, layers: Any) -> None:
    layer = layers.LSTM(4, dropout=0.5, dropout_seed=[1, 2], return_sequences=True)
    inputs = tf.ones((2, 3, 64))
    plain, dropped = layer(inputs, training=False), layer(inputs, training=True)
    assert not np.allclose(plain, dropped)
    np.testing.assert_array_equal(layer(inputs, training=True), dropped)
    np.testing.assert_array_equal(layer(inputs), dropped)  # what is not said to be inference


@pytest.mark.parametrize(
    "name, options, words",
    [
        ("LSTM", {"use_bias": False}, "LSTM layer does not support use_bias = False"),
        ("GRU", {"use_bias": False}, "GRU layer does not support use_bias = False"),
        ("LSTM", {"kernel_regularizer": "l2"}, "does not support kernel_regularizer"),
        ("LSTM", {"recurrent_dropout": 0.1}, "does not support recurrent_dropout."),
        ("GRU", {"recurrent_dropout": 0.1}, "does not support recurrent_dropout != 0."),
        ("LSTM", {"implementation": 3}, "does not support implementation != 1"),
        ("LSTM", {"go_backwards": True}, "does not support go_backwards = True"),
        ("GRU", {"unroll": True}, "GRU layer does not support unroll."),
        ("LSTM", {"activation": "elu"}, "does not support 'elu' as an activation"),
        ("GRU", {"recurrent_activation": "relu"}, "does not support 'relu' as a recurrent activation"),
        ("GRU", {"dtype": "float64"}, "Only support float16, float32"),
    ],
)
def test_what_an_ipu_does_not_support_is_refused(
    layers: Any, name: str, options: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words.replace(".", r"\.")):
        getattr(layers, name)(5, **options)


def test_masks_and_unknown_shapes_are_refused(tf: Any, layers: Any) -> None:
    with pytest.raises(NotImplementedError, match="PopnnLSTM does not support call argument mask"):
        layers.LSTM(2).call(X, mask=[True])
    with pytest.raises(ValueError, match="Expecting input_shape with 3 dims, got 2"):
        layers.LSTM(2)(X[0])
    with pytest.raises(ValueError, match="has not been built"):
        layers.GRU(2).canonical_weight_shape  # noqa: B018


def test_a_configuration_makes_the_same_layer(tf: Any, layers: Any) -> None:
    layer = layers.GRU(4, activation=tf.nn.relu, time_major=True, reset_after=False)
    other = layers.GRU.from_config(layer.get_config())
    assert other.get_config() == layer.get_config()
    assert layer.get_config()["activation"] == "relu"
