"""LSTM and GRU over a sequence, as PopLibs computes them: the layout of their weights is that of Keras."""

from __future__ import annotations

from typing import Any, Callable

import tensorflow as tf

#: Activations of PopLibs, and those of them that gates may have.
ACTIVATIONS = ("tanh", "relu", "softmax", "sigmoid", "hard_sigmoid")
GATE_ACTIVATIONS = ("tanh", "softmax", "sigmoid", "hard_sigmoid")


def activation_name(identifier: Any) -> str:
    """Return the name of an activation of Keras or TensorFlow. Raises TypeError for anything else."""
    if isinstance(identifier, str):
        return identifier
    if not callable(identifier):
        raise TypeError(f"Could not interpret activation function identifier: {identifier!r}")
    home = str(identifier.__module__)
    if not home.startswith(("keras.", "tf_keras.", "tensorflow.")):
        raise TypeError(f"Unrecognized function : {home}.{identifier.__name__}")
    return str(identifier.__name__)


def known_shape(input_shape: Any) -> Any:
    """Return the shape of the inputs of a layer. Raises ValueError for another rank than 3 and an unknown last size."""
    shape = tf.TensorShape(input_shape)
    if shape.rank != 3:
        raise ValueError(f"Expecting input_shape with 3 dims, got {shape.rank}")
    if shape[-1] is None:
        raise ValueError("The last dimension of the inputs to `_PopnnRNN` should be defined. Found `None`.")
    return shape


def lstm(
    inputs: Any, kernel: Any, recurrent_kernel: Any, biases: Any, state: Any, names: tuple[str, str]
) -> tuple[Any, Any]:
    """Return the outputs and the last cell state for inputs [time, batch, size] and the state (h, c).

    `names` are the activations of outputs and of gates.
    """
    activation, of_gates = map(tf.keras.activations.get, names)

    def step(projected: Any, state: Any) -> tuple[Any, list[Any]]:
        h, c = state
        taken, kept, new, shown = tf.split(projected + tf.matmul(h, recurrent_kernel), 4, axis=1)
        c = of_gates(kept) * c + of_gates(taken) * activation(new)
        h = of_gates(shown) * activation(c)
        return h, [h, c]

    outputs, (_, c) = _over_time(step, tf.matmul(inputs, kernel) + biases, list(state))
    return outputs, c


def gru(
    inputs: Any,
    kernel: Any,
    recurrent_kernel: Any,
    biases: Any,
    state: Any,
    names: tuple[str, str],
    reset_after: bool,
) -> Any:
    """Return the outputs for inputs [time, batch, size] and a state.

    `biases` are [gates * units], or with `reset_after`, which multiplies before it resets, [2, gates * units].
    """
    activation, of_gates = map(tf.keras.activations.get, names)
    of_inputs, of_state = tf.unstack(biases) if reset_after else (biases, tf.zeros_like(biases))
    units = state.shape[1] * 2

    def step(projected: Any, state: Any) -> tuple[Any, list[Any]]:
        (h,) = state
        gates = projected[:, :units] + tf.matmul(h, recurrent_kernel[:, :units]) + of_state[:units]
        kept, read = tf.split(of_gates(gates), 2, axis=1)
        last = recurrent_kernel[:, units:]
        inner = read * (tf.matmul(h, last) + of_state[units:]) if reset_after else tf.matmul(read * h, last)
        h = kept * h + (1 - kept) * activation(projected[:, units:] + inner)
        return h, [h]

    return _over_time(step, tf.matmul(inputs, kernel) + of_inputs, [state])[0]


def _over_time(step: Callable[..., Any], inputs: Any, state: list[Any]) -> tuple[Any, list[Any]]:
    """Call `step` for each time; return all outputs, and the last state."""
    _, outputs, last = tf.keras.backend.rnn(step, inputs, state, time_major=True, unroll=inputs.shape[0] == 1)
    return outputs, list(last)
