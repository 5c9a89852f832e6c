"""Dropout by the random numbers of the device."""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others
from tensorflow.python.ipu.ops import rand_ops

__all__ = ["Dropout"]


class Dropout(tf.keras.layers.Layer):  # type: ignore[misc]
    """Sets a fraction of its inputs to zero during training, and scales the others up."""

    def __init__(self, rate: float, noise_shape: Any = None, seed: Any = None, **kwargs: Any) -> None:
        """`seed` is two int32 numbers; `ref` among the keywords has no effect here."""
        self.seed = seed
        self.rate = rate
        self.noise_shape = noise_shape
        self.ref = kwargs.pop("ref", True)
        super().__init__(**kwargs)

    def call(self, inputs: Any, training: Any = None) -> Any:
        """Return the inputs, in training some of them. Raises ValueError for invalid rates, shapes and seeds."""

        def dropped() -> Any:
            return rand_ops.dropout(
                inputs,
                rate=self.rate,
                noise_shape=self.noise_shape,
                seed=self.seed,
                name=self.name,
                ref=self.ref,
            )

        return tf.keras.backend.in_train_phase(dropped, lambda: tf.identity(inputs), training=training)

    def compute_output_shape(self, input_shape: Any) -> Any:
        """Return the shape of the inputs."""
        return input_shape

    def get_config(self) -> dict[str, Any]:
        """Return the configuration, as in the SDK without name and type."""
        return {"rate": self.rate, "noise_shape": self.noise_shape, "seed": self.seed, "ref": self.ref}


__getattr__ = refuse_others("ipu_tensorflow_addons.keras.layers.dropout")
