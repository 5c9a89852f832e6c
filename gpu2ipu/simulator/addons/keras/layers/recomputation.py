"""A layer that says what is stored instead of being computed again."""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others
from tensorflow.python.ipu.ops import pipelining_ops

__all__ = ["RecomputationCheckpoint"]


class RecomputationCheckpoint(tf.keras.layers.Layer):  # type: ignore[misc]
    """Returns its inputs, which a pipeline that recomputes activations would store."""

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        """Return the inputs."""
        return pipelining_ops.recomputation_checkpoint(inputs, name=self.name)

    def get_config(self) -> dict[str, Any]:
        """Return the configuration, which is empty as in the SDK."""
        return {}


__getattr__ = refuse_others("ipu_tensorflow_addons.keras.layers.recomputation")
