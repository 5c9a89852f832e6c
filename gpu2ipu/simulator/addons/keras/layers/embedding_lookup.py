"""Embeddings that an IPU looks up in several parts."""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others
from tensorflow.python.ipu.ops import embedding_ops

from .ipu_layer import IPULayer

__all__ = ["Embedding"]


class Embedding(IPULayer):
    """Looks up rows of a table. Raises NotImplementedError for what only the layer of Keras supports."""

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        embeddings_initializer: Any = "uniform",
        embeddings_regularizer: Any = None,
        activity_regularizer: Any = None,
        embeddings_constraint: Any = None,
        mask_zero: bool = False,
        input_length: int | None = None,
        serialization_factor: int = 1,
        **kwargs: Any,
    ) -> None:
        """The table has `input_dim` rows of `output_dim` numbers."""
        super().__init__(**{**kwargs, "autocast": False})
        self.input_dim = input_dim
        self.output_dim = output_dim
        self.embeddings_initializer = tf.keras.initializers.get(embeddings_initializer)
        self.serialization_factor = serialization_factor
        for name, value in (
            ("embeddings_regularizer", embeddings_regularizer),
            ("activity_regularizer", activity_regularizer),
            ("embeddings_constraint", embeddings_constraint),
            ("mask_zero", mask_zero),
            ("input_length", input_length),
        ):
            self._check_unsupported(value, name)

    def build(self, input_shape: Any) -> None:
        """Create the table. Raises ValueError for inputs that are not [batch, length]."""
        if len(input_shape) != 2:
            raise ValueError("The input shape should be a tensor of shape [batch, input_length]")
        self.embeddings = self.add_weight(
            name="embeddings",
            shape=(self.input_dim, self.output_dim),
            initializer=self.embeddings_initializer,
        )
        self.built = True

    def call(self, inputs: Any, inputs_are_sorted: bool = False, training: Any = None) -> Any:
        """Return the rows `inputs` of the table."""
        return embedding_ops.embedding_lookup(
            self.embeddings,
            ids=inputs,
            serialization_factor=self.serialization_factor,
            name=self.name,
            # which `embedding_lookup` does not take in older SDKs
            **({"indices_are_sorted": True} if inputs_are_sorted else {}),
        )

    def compute_output_shape(self, input_shape: Any) -> Any:
        """Return the shape of the inputs with one more dimension."""
        return tf.TensorShape(input_shape).concatenate(self.output_dim)

    def get_config(self) -> dict[str, Any]:
        """Return the configuration, as in the SDK without name and type."""
        return {
            "input_dim": self.input_dim,
            "output_dim": self.output_dim,
            "embeddings_initializer": tf.keras.initializers.serialize(self.embeddings_initializer),
            "serialization_factor": self.serialization_factor,
        }


__getattr__ = refuse_others("ipu_tensorflow_addons.keras.layers.embedding_lookup")
