"""Dense layers: one whose product an IPU computes in slices, and one that also takes 8-bit floats."""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import not_emulated, refuse_others
from tensorflow.python.ipu.ops import math_ops

__all__ = ["Dense", "SerialDense"]

#: What the layer and `serialized_matmul` call the dimension that is cut into slices.
_DIMENSIONS = {
    "input_columns": "a_columns",
    "input_rows_kernel_columns": "a_rows_b_columns",
    "kernel_rows": "b_rows",
}


class SerialDense(tf.keras.layers.Dense):  # type: ignore[misc]
    """A dense layer whose product is computed in slices, which saves memory on an IPU."""

    def __init__(
        self,
        units: int,
        serialization_factor: int,
        serialization_dimension: str,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        """`serialization_dimension` is "input_columns", "input_rows_kernel_columns" or "kernel_rows"."""
        super().__init__(
            units,
            activation=activation,
            use_bias=use_bias,
            kernel_initializer=kernel_initializer,
            bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer,
            bias_regularizer=bias_regularizer,
            activity_regularizer=activity_regularizer,
            kernel_constraint=kernel_constraint,
            bias_constraint=bias_constraint,
            **kwargs,
        )
        self.serialization_factor = int(serialization_factor)
        self.serialization_dimension = serialization_dimension

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        """Return the activation of the product. Raises ValueError for slices that the dimension does not have."""
        if tf.keras.backend.is_sparse(inputs):
            raise TypeError("Unable to build `SerialDense` layer with sparse inputs.")
        if self.serialization_factor < 1:
            raise ValueError(
                f"serialization_factor has to be at least 1, but was {self.serialization_factor}."
            )
        if self.serialization_dimension not in _DIMENSIONS:
            raise ValueError(
                f"Invalid serialization_dimension={self.serialization_dimension}, expected one of: "
                "'input_columns', 'input_rows_kernel_columns', 'kernel_rows'."
            )
        outputs = math_ops.serialized_matmul(
            tf.cast(inputs, self._compute_dtype),
            self.kernel,
            self.serialization_factor,
            _DIMENSIONS[self.serialization_dimension],
        )
        if self.use_bias:
            outputs = tf.nn.bias_add(outputs, self.bias)
        return outputs if self.activation is None else self.activation(outputs)

    def get_config(self) -> dict[str, Any]:
        """Return the configuration."""
        return {
            **super().get_config(),
            "serialization_factor": self.serialization_factor,
            "serialization_dimension": self.serialization_dimension,
        }


class Dense(tf.keras.layers.Dense):  # type: ignore[misc]
    """A dense layer that takes 8-bit floats, too, which are not emulated: with others it is that of Keras."""

    def __init__(
        self,
        units: int,
        kernel_format: Any = None,
        kernel_scale: int = 0,
        kernel_data_initializer: Any = None,
        **kwargs: Any,
    ) -> None:
        """`kernel_…` is for 8-bit floats only. Raises ValueError for scales that these do not have."""
        if not -32 <= kernel_scale <= 31:
            raise ValueError(
                f"`kernel_scale` should be in the range [-32, 31]. The passed scale was {kernel_scale}."
            )
        super().__init__(units, **kwargs)

    def call(self, inputs: Any) -> Any:
        """Return the activation of the product. Raises NotEmulated for 8-bit floats, a list of data and metadata."""
        if isinstance(inputs, list):
            raise not_emulated("tensorflow.python.ipu.ops.f8_ops.f8_matmul")
        return super().call(inputs)


__getattr__ = refuse_others("ipu_tensorflow_addons.keras.layers.dense")
