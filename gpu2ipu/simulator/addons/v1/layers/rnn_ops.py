"""Recurrent layers for programs of TensorFlow 1; SDK 2.5 has them in `tensorflow.python.ipu.rnn_ops`, too."""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others

from ..._recurrence import activation_name, gru, known_shape, lstm

__all__ = ["PopnnGRU", "PopnnLSTM"]

POPNN_LSTM, POPNN_GRU = "lstm", "gru"
POPNN_LSTM_NUM_GATES, POPNN_GRU_NUM_GATES = 4, 3


class _PopnnRNN:
    """A layer for inputs [time, batch, size]; its variables "kernel" and "biases" are created in a scope of its own."""

    _num_gates_per_layer = 0

    def __init__(
        self,
        num_units: int,
        dtype: Any = tf.float32,
        partials_dtype: Any = tf.float32,
        seed: int | None = None,
        weights_initializer: Any = None,
        bias_initializer: Any = None,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        return_state: bool = True,
        name: str | None = None,
        options: dict[str, Any] | None = None,
        options_bwd: dict[str, Any] | None = None,
    ) -> None:
        """Raises ValueError for other types than an IPU has."""
        if dtype not in (tf.float16, tf.float32):
            raise ValueError(f"Only support float16, float32, provided {dtype}")
        self.dtype = dtype
        self.built = False
        self.name = name
        self._num_units = num_units
        self._weights_initializer = weights_initializer or tf.compat.v1.glorot_uniform_initializer(
            seed, dtype=dtype
        )
        self._bias_initializer = bias_initializer or tf.compat.v1.zeros_initializer(dtype)
        self._names = activation_name(activation), activation_name(recurrent_activation)
        self._return_state = return_state
        self._input_size: int | None = None

    @property
    def num_layers(self) -> int:
        """The number of layers."""
        return 1

    @property
    def num_units(self) -> int:
        """The number of units."""
        return self._num_units

    @property
    def input_size(self) -> int:
        """The size of the inputs. Raises ValueError before the layer is built."""
        if not self._input_size:
            raise ValueError("'input_size' is unknown since layer has not been built.")
        return self._input_size

    @property
    def saveable(self) -> bool:
        """Whether the layer can be saved as an object."""
        return False

    @property
    def canonical_weight_shape(self) -> list[int]:
        """The shape of the kernel. Raises RuntimeError before the layer is built."""
        if not self._input_size:
            raise RuntimeError(
                f"{type(self).__name__}.canonical_weight_shape invoked before input shape is known"
            )
        return [self._input_size + self._num_units, self._num_units * self._num_gates_per_layer]

    @property
    def canonical_bias_shapes(self) -> list[int]:
        """The shape of the biases."""
        return [self._num_gates_per_layer, self._num_units]

    def build(self, input_shape: Any) -> None:
        """Create the variables. Raises ValueError for other inputs than [time, batch, known size]."""
        if self.built:
            return
        self._input_size = known_shape(input_shape)[-1]
        own = "".join(f"_{each.lower()}" if each.isupper() else each for each in type(self).__name__)
        with tf.compat.v1.variable_scope(None, default_name=self.name or own.lstrip("_"), use_resource=True):
            self.kernel = self._variable("kernel", self._weights_initializer, self.canonical_weight_shape)
            self.biases = self._variable("biases", self._bias_initializer, self.canonical_bias_shapes)
        self.built = True

    def _variable(self, name: str, initializer: Any, shape: list[int]) -> Any:
        return tf.compat.v1.get_variable(name, dtype=self.dtype, initializer=initializer, shape=shape)

    def __call__(self, inputs: Any, initial_state: Any = None, training: bool = True) -> Any:
        """Return the outputs [time, batch, units] and, unless it is not wanted, the last state."""
        inputs = tf.convert_to_tensor(inputs, dtype=self.dtype)
        self.build(inputs.shape)
        batch = tf.shape(inputs)[1] if inputs.shape[1] is None else inputs.shape[1]
        outputs, state = self._run(inputs, self._first_state(initial_state, batch))
        return (outputs, state) if self._return_state else outputs

    def _first_state(self, given: Any, batch: Any) -> Any:
        raise NotImplementedError

    def _run(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        raise NotImplementedError

    def _kernels(self) -> list[Any]:
        size = [self.input_size, self._num_units]
        return list(tf.split(tf.convert_to_tensor(self.kernel), size))


class PopnnLSTM(_PopnnRNN):
    """Long short-term memory; its state is an `LSTMStateTuple`."""

    _num_gates_per_layer = POPNN_LSTM_NUM_GATES

    def state_shape(self, batch_size: Any) -> Any:
        """Return the shapes of both states."""
        return [batch_size, self._num_units], [batch_size, self._num_units]

    def _first_state(self, given: Any, batch: Any) -> Any:
        states = tf.compat.v1.nn.rnn_cell.LSTMStateTuple
        if given is None:
            given = states(*(tf.zeros(shape, self.dtype) for shape in self.state_shape(batch)))
        if not isinstance(given, states):
            raise ValueError(f"Invalid initial_state type: `{type(given)}`, expecting `LSTMStateTuple`.")
        return [tf.convert_to_tensor(each, dtype=self.dtype) for each in (given.h, given.c)]

    def _run(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        kernel, recurrent_kernel = self._kernels()
        biases = tf.reshape(self.biases, [-1])
        outputs, c = lstm(inputs, kernel, recurrent_kernel, biases, state, self._names)
        return outputs, tf.compat.v1.nn.rnn_cell.LSTMStateTuple(c, outputs[-1])


class PopnnGRU(_PopnnRNN):
    """Gated recurrent units."""

    _num_gates_per_layer = POPNN_GRU_NUM_GATES

    def __init__(
        self,
        num_units: int,
        dtype: Any = tf.float32,
        partials_dtype: Any = tf.float32,
        seed: int | None = None,
        weights_initializer: Any = None,
        bias_initializer: Any = None,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        return_state: bool = True,
        name: str | None = None,
        reset_after: bool = False,
        options: dict[str, Any] | None = None,
        options_bwd: dict[str, Any] | None = None,
    ) -> None:
        """With `reset_after` the state is multiplied before it is reset."""
        super().__init__(
            num_units,
            dtype,
            partials_dtype,
            seed,
            weights_initializer,
            bias_initializer,
            activation,
            recurrent_activation,
            return_state,
            name,
            options,
            options_bwd,
        )
        self._reset_after = reset_after

    @property
    def canonical_bias_shapes(self) -> list[int]:
        """The shape of the biases."""
        gates, units = super().canonical_bias_shapes
        return [gates, 2, units] if self._reset_after else [gates, units]

    def state_shape(self, batch_size: Any) -> Any:
        """Return the shape of the state."""
        return [batch_size, self._num_units]

    def _first_state(self, given: Any, batch: Any) -> Any:
        state = tf.zeros(self.state_shape(batch), self.dtype) if given is None else given
        return tf.convert_to_tensor(state, dtype=self.dtype)

    def _run(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        biases = tf.convert_to_tensor(self.biases)
        flat = (
            tf.reshape(tf.transpose(biases, [1, 0, 2]), [2, -1])
            if self._reset_after
            else tf.reshape(biases, [-1])
        )
        kernel, recurrent_kernel = self._kernels()
        outputs = gru(inputs, kernel, recurrent_kernel, flat, state, self._names, self._reset_after)
        return outputs, outputs[-1]


__getattr__ = refuse_others("ipu_tensorflow_addons.v1.layers.rnn_ops")
