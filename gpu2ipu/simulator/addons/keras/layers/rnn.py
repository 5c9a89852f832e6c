"""Recurrent layers with the arguments of Keras's, some of which they refuse."""

from __future__ import annotations

from typing import Any, NamedTuple

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others
from tensorflow.python.ipu.ops import rand_ops

from ..._recurrence import ACTIVATIONS, GATE_ACTIVATIONS, activation_name, gru, known_shape, lstm
from .ipu_layer import IPULayer

__all__ = ["GRU", "LSTM", "PopnnGRU", "PopnnLSTM"]

ACCEPTED_ACTIVATIONS = list(ACTIVATIONS)
ACCEPTED_RECURRENT_ACTIVATIONS = list(GATE_ACTIVATIONS)
ACCEPTED_ACTIVATIONS_STR = ",".join(f'"{name}"' for name in ACTIVATIONS)
ACCEPTED_RECURRENT_ACTIVATIONS_STR = ",".join(f'"{name}"' for name in GATE_ACTIVATIONS)
POPNN_LSTM, POPNN_GRU = "lstm", "gru"
POPNN_LSTM_NUM_GATES, POPNN_GRU_NUM_GATES = 4, 3

#: Arguments of Keras's layers that these refuse -> the value that they take.
_REFUSED = {
    "use_bias": True,
    "kernel_regularizer": None,
    "recurrent_regularizer": None,
    "bias_regularizer": None,
    "activity_regularizer": None,
    "kernel_constraint": None,
    "recurrent_constraint": None,
    "bias_constraint": None,
    "recurrent_dropout": 0.0,
    "implementation": 2,
    "go_backwards": False,
    "unroll": False,
}

#: Arguments of both layers that the base class takes under the same name.
_PASSED_ON = (
    *("activation", "recurrent_activation", "partials_dtype", "seed", "dropout_seed"),
    *("kernel_initializer", "recurrent_initializer", "bias_initializer", "dropout", "return_state"),
    *("return_sequences", "time_major", "stateful", "options", "options_bwd"),
)


class _State(NamedTuple):
    """The two states of an LSTM, in the order in which the layer takes them."""

    h: Any
    c: Any


class _PopnnRNN(IPULayer):
    """What both layers have: weights, states, dropout of the inputs."""

    _num_gates_per_layer = 0
    built: bool

    def __init__(
        self,
        num_units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        partials_dtype: Any = tf.float32,
        seed: int | None = None,
        dropout_seed: Any = None,
        kernel_initializer: Any = None,
        recurrent_initializer: Any = None,
        bias_initializer: Any = None,
        dropout: float = 0.0,
        return_state: bool = False,
        return_sequences: bool = False,
        time_major: bool = False,
        stateful: bool = False,
        options: dict[str, Any] | None = None,
        options_bwd: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Raises ValueError for other activations and types than an IPU has."""
        super().__init__(**kwargs)
        self._activation = _accepted(activation, ACTIVATIONS, "an activation")
        self._recurrent_activation = _accepted(
            recurrent_activation, GATE_ACTIVATIONS, "a recurrent activation"
        )
        self._plain_dtype = tf.as_dtype(self.dtype or tf.keras.backend.floatx())
        if self._plain_dtype not in (tf.float16, tf.float32):
            raise ValueError(f"Only support float16, float32, provided {self._plain_dtype}")
        self._num_units = num_units
        self._partials_dtype = partials_dtype
        self._seed = seed
        self._dropout = dropout
        self._dropout_seed = dropout_seed
        self._return_state = return_state
        self._return_sequences = return_sequences
        self._time_major = time_major
        self._stateful = stateful
        self._options = options or {}
        self._options_bwd = options_bwd or {}
        initializers = tf.keras.initializers
        self._kernel_initializer = initializers.get(kernel_initializer or initializers.GlorotUniform(seed))
        self._recurrent_initializer = initializers.get(
            recurrent_initializer or initializers.Orthogonal(seed=seed)
        )
        self._bias_initializer = initializers.get(bias_initializer or "zeros")
        self._input_size: int | None = None

    @property
    def num_units(self) -> int:
        """The number of units."""
        return self._num_units

    @property
    def input_size(self) -> int:
        """The size of the inputs. Raises ValueError before the layer is built."""
        if not self._input_size:
            raise ValueError("`_input_size` is unknown because the layer has not been built yet.")
        return self._input_size

    @property
    def canonical_weight_shape(self) -> list[int]:
        """The shape of both kernels, one above the other."""
        return [self.input_size + self._num_units, self._num_units * self._num_gates_per_layer]

    @property
    def canonical_bias_shapes(self) -> list[int]:
        """The shape of the biases."""
        self.input_size  # noqa: B018  # refuses a layer that is not built
        return self._bias_shape()

    def _bias_shape(self) -> list[int]:
        return [self._num_gates_per_layer * self._num_units]

    def build(self, input_shape: Any) -> None:
        """Create kernels, biases and states. Raises ValueError for other inputs than [batch, time, known size]."""
        if self.built:
            return
        shape = known_shape(input_shape)
        self._input_size = shape[-1]
        gates = self._num_units * self._num_gates_per_layer
        self.kernel = self._weight("kernel", self._kernel_initializer, [self._input_size, gates])
        self.recurrent_kernel = self._weight(
            "recurrent_kernel", self._recurrent_initializer, [self._num_units, gates]
        )
        self.biases = self.get_bias()
        batch = shape[1 if self._time_major else 0]
        self.states = (
            [tf.keras.backend.zeros(each) for each in self._state_shapes(batch)] if self._stateful else []
        )
        self.built = True

    def get_bias(self) -> Any:
        """Create the biases."""
        return self._weight("biases", self._bias_initializer, self._bias_shape())

    def _weight(self, name: str, initializer: Any, shape: list[int]) -> Any:
        return self.add_weight(name=name, dtype=self._plain_dtype, initializer=initializer, shape=shape)

    def _state_shapes(self, batch_size: Any) -> list[list[Any]]:
        raise NotImplementedError

    def _run(self, inputs: Any, state: Any) -> tuple[Any, list[Any]]:
        """Return the outputs [time, batch, units] and the last state."""
        raise NotImplementedError

    def call(self, inputs: Any, mask: Any = None, training: Any = None, initial_state: Any = None) -> Any:
        """Return the last output, or all of them, followed by the last state if it is wanted.

        What is not said to be inference is training, as on an IPU. Raises NotImplementedError for masks, ValueError for
        inputs that are not of rank 3.
        """
        self._check_unsupported(mask, "mask", "call")
        inputs = tf.convert_to_tensor(inputs, dtype=self._plain_dtype)
        if inputs.shape.rank != 3:
            raise ValueError("inputs tensor must be 3D")
        if not self._time_major:
            inputs = tf.transpose(inputs, [1, 0, 2])
        if self._dropout > 0 and training is not False:
            inputs = self._without_some(inputs)
        outputs, last = self._run(inputs, self._first_state(inputs, initial_state))
        if self._stateful:
            for variable, value in zip(self.states, last):
                variable.assign(value)
        result = outputs if self._time_major else tf.transpose(outputs, [1, 0, 2])
        if not self._return_sequences:
            result = outputs[-1]
        return (result, *last) if self._return_state else result

    def _first_state(self, inputs: Any, given: Any) -> list[Any]:
        if given is not None:
            state = given if isinstance(given, (list, tuple)) else [given]
        elif self._stateful:
            state = self.states
        else:
            batch = tf.shape(inputs)[1] if inputs.shape[1] is None else inputs.shape[1]
            state = [tf.zeros(shape, self._plain_dtype) for shape in self._state_shapes(batch)]
        return [tf.convert_to_tensor(each, dtype=self._plain_dtype) for each in state]

    def _without_some(self, inputs: Any) -> Any:
        """Drop the same elements at all times."""
        return rand_ops.dropout(
            inputs,
            rate=self._dropout,
            noise_shape=[1, *inputs.shape.as_list()[1:]],
            seed=self._dropout_seed,
            name=self.name + "_dropout",
        )

    def get_config(self) -> dict[str, Any]:
        """Return the configuration, as in the SDK without name and type."""
        serialize = tf.keras.initializers.serialize
        return {
            "units": self._num_units,
            "activation": self._activation,
            "recurrent_activation": self._recurrent_activation,
            "kernel_initializer": serialize(self._kernel_initializer),
            "recurrent_initializer": serialize(self._recurrent_initializer),
            "bias_initializer": serialize(self._bias_initializer),
            "dropout": self._dropout,
            "dropout_seed": self._dropout_seed,
            "return_sequences": self._return_sequences,
            "return_state": self._return_state,
            "stateful": self._stateful,
            "partials_dtype": self._partials_dtype,
            "seed": self._seed,
            "time_major": self._time_major,
        }


class PopnnLSTM(_PopnnRNN):
    """Long short-term memory. Raises ValueError for arguments that only the layer of Keras supports."""

    _num_gates_per_layer = POPNN_LSTM_NUM_GATES

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        unit_forget_bias: bool = True,
        kernel_regularizer: Any = None,
        recurrent_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        dropout_seed: Any = None,
        recurrent_dropout: float = 0.0,
        implementation: int = 2,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        partials_dtype: Any = tf.float32,
        seed: int | None = None,
        time_major: bool = False,
        options: dict[str, Any] | None = None,
        options_bwd: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """With `unit_forget_bias` the biases of the forget gate start as ones."""
        given = locals()
        _refuse(
            "LSTM",
            given,
            {
                "use_bias": " = False",
                "implementation": " != 1",
                "go_backwards": " = True",
                "unroll": " = True",
            },
        )
        super().__init__(num_units=units, **{name: given[name] for name in _PASSED_ON}, **kwargs)
        self.unit_forget_bias = unit_forget_bias

    def get_bias(self) -> Any:
        """Create the biases."""
        if not self.unit_forget_bias:
            return super().get_bias()
        units = self._num_units

        def initial(shape: Any, *args: Any, **kwargs: Any) -> Any:
            others = self._bias_initializer
            ones = tf.keras.initializers.Ones()
            parts = [(others, units), (ones, units), (others, 2 * units)]
            return tf.concat([make((size,), *args, **kwargs) for make, size in parts], axis=0)

        return self._weight("biases", initial, self._bias_shape())

    def _run(self, inputs: Any, state: Any) -> tuple[Any, list[Any]]:
        names = self._activation, self._recurrent_activation
        outputs, c = lstm(inputs, self.kernel, self.recurrent_kernel, self.biases, _State(*state), names)
        return outputs, [outputs[-1], c]

    def state_shape(self, batch_size: Any) -> Any:
        """Return the shapes of both states."""
        return tuple(self._state_shapes(batch_size))

    def _state_shapes(self, batch_size: Any) -> list[list[Any]]:
        return [[batch_size, self._num_units], [batch_size, self._num_units]]

    def get_config(self) -> dict[str, Any]:
        """Return the configuration."""
        return {**super().get_config(), "unit_forget_bias": self.unit_forget_bias}


class PopnnGRU(_PopnnRNN):
    """Gated recurrent units. Raises ValueError for arguments that only the layer of Keras supports."""

    _num_gates_per_layer = POPNN_GRU_NUM_GATES

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        recurrent_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        dropout_seed: Any = None,
        recurrent_dropout: float = 0.0,
        implementation: int = 2,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        reset_after: bool = True,
        seed: int | None = None,
        partials_dtype: Any = tf.float32,
        time_major: bool = False,
        options: dict[str, Any] | None = None,
        options_bwd: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """With `reset_after` the state is multiplied before it is reset."""
        given = locals()
        _refuse(
            "GRU",
            given,
            {"use_bias": " = False", "implementation": " != 1", "recurrent_dropout": " != 0"},
        )
        super().__init__(num_units=units, **{name: given[name] for name in _PASSED_ON}, **kwargs)
        self._reset_after = reset_after

    def _bias_shape(self) -> list[int]:
        shape = super()._bias_shape()
        return [2, *shape] if self._reset_after else shape

    def _run(self, inputs: Any, state: Any) -> tuple[Any, list[Any]]:
        names = self._activation, self._recurrent_activation
        weights = self.kernel, self.recurrent_kernel, self.biases
        outputs = gru(inputs, *weights, state[0], names, self._reset_after)
        return outputs, [outputs[-1]]

    def state_shape(self, batch_size: Any) -> Any:
        """Return the shape of the state."""
        return self._state_shapes(batch_size)[0]

    def _state_shapes(self, batch_size: Any) -> list[list[Any]]:
        return [[batch_size, self._num_units]]

    def get_config(self) -> dict[str, Any]:
        """Return the configuration."""
        return {**super().get_config(), "reset_after": self._reset_after}


def _accepted(activation: Any, names: tuple[str, ...], what: str) -> str:
    name = activation_name(activation)
    if name not in names:
        known = ",".join(f'"{known}"' for known in names)
        raise ValueError(
            f"IPU custom RNN layer does not support '{name}' as {what}. Acceptable value are {known}"
        )
    return name


def _refuse(layer: str, given: dict[str, Any], words: dict[str, str]) -> None:
    """Raise ValueError for the first argument with a value that an IPU does not support; `words` follow its name."""
    for name, accepted in _REFUSED.items():
        value = given[name]
        fits = value in (1, 2) if name == "implementation" else bool(value) == bool(accepted)
        if not fits:
            raise ValueError(f"IPU custom {layer} layer does not support {name}{words.get(name, '')}.")


LSTM = PopnnLSTM
GRU = PopnnGRU

__getattr__ = refuse_others("ipu_tensorflow_addons.keras.layers.rnn")
