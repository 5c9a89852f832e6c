"""Recurrent layers in programs of TensorFlow 1, against those of Keras."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.random.RandomState(0).normal(size=(6, 4, 3)).astype("float32")


@pytest.fixture
def rnn_ops(ipu: Any) -> Any:
    return importlib.import_module("ipu_tensorflow_addons.v1.layers.rnn_ops")


def run(tf: Any, make: Callable[[], Any]) -> Any:
    """Build a graph, and return the values of what `make` returns."""
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        results = make()
        session.run(tf.compat.v1.global_variables_initializer())
        return session.run(results)


def test_lstm_is_that_of_keras(tf: Any, rnn_ops: Any, same: Any) -> None:
    layer = rnn_ops.PopnnLSTM(5, name="cell")
    outputs, state, kernel, biases = run(
        tf, lambda: [*layer(tf.constant(X)), layer.kernel.read_value(), layer.biases.read_value()]
    )
    keras = tf.keras.layers.LSTM(5, time_major=True, return_sequences=True, return_state=True)
    keras(X)
    keras.set_weights([kernel[:3], kernel[3:], biases.reshape(-1)])
    same([outputs, state.h, state.c], keras(X))
    assert layer.kernel.name == "cell/kernel:0"


@pytest.mark.parametrize("reset_after", [False, True])
def test_gru_is_that_of_keras(tf: Any, rnn_ops: Any, same: Any, reset_after: bool) -> None:
    layer = rnn_ops.PopnnGRU(5, reset_after=reset_after, bias_initializer=tf.compat.v1.ones_initializer())
    first = np.full((4, 5), 0.5, "float32")
    outputs, state, kernel = run(tf, lambda: [*layer(tf.constant(X), first), layer.kernel.read_value()])
    keras = tf.keras.layers.GRU(
        5, time_major=True, return_sequences=True, return_state=True, reset_after=reset_after
    )
    keras(X)
    keras.set_weights([kernel[:3], kernel[3:], np.ones_like(keras.get_weights()[2])])
    same([outputs, state], keras(X, initial_state=tf.constant(first)))


def test_the_wheel_for_tensorflow_1_has_them_one_level_higher(rnn_ops: Any) -> None:
    assert importlib.import_module("ipu_tensorflow_addons.layers.rnn_ops") is rnn_ops


def test_wrong_states_and_types_are_refused(tf: Any, rnn_ops: Any) -> None:
    with pytest.raises(ValueError, match="expecting `LSTMStateTuple`"):
        run(tf, lambda: rnn_ops.PopnnLSTM(5)(tf.constant(X), initial_state=(0, 0)))
    with pytest.raises(ValueError, match="Only support float16, float32"):
        rnn_ops.PopnnGRU(5, dtype=tf.float64)
    with pytest.raises(RuntimeError, match="invoked before input shape is known"):
        rnn_ops.PopnnLSTM(5).canonical_weight_shape  # noqa: B018
    with pytest.raises(ValueError, match="Expecting input_shape with 3 dims, got 2"):
        rnn_ops.PopnnLSTM(5).build((2, 3))
    with pytest.raises(NotImplementedError, match="rnn_ops.PopnnDynamicLSTM is part of"):
        rnn_ops.PopnnDynamicLSTM(5)
