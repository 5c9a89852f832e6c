"""A layer that says that its inputs are the same on all replicas."""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others
from tensorflow.python.ipu.ops import cross_replica_ops

__all__ = ["AssumeEqualAcrossReplicas"]


class AssumeEqualAcrossReplicas(tf.keras.layers.Layer):  # type: ignore[misc]
    """Returns its inputs; on an IPU conditions may then depend on them."""

    def __init__(self, inplace: bool = False, **kwargs: Any) -> None:
        """`inplace` says that an IPU makes no copy."""
        super().__init__(**kwargs)
        self.inplace = inplace

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        """Return the inputs."""
        return cross_replica_ops.assume_equal_across_replicas(inputs, self.inplace)

    def get_config(self) -> dict[str, Any]:
        """Return the configuration, as in the SDK without name and type."""
        return {"inplace": self.inplace}


__getattr__ = refuse_others("ipu_tensorflow_addons.keras.layers.assume_equal_across_replicas")
