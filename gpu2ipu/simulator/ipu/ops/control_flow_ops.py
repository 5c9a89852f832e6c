"""The order of operations."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._errors import refuse_others

__all__ = ["barrier"]


def barrier(tensors: Any, insert_barrier_for_gradients: bool = False, name: str | None = None) -> Any:
    """Return `tensors`, none of which is available before all of them are computed."""
    with tf.control_dependencies(tf.nest.flatten(tensors)):
        return tf.nest.map_structure(tf.identity, tensors)


__getattr__ = refuse_others("tensorflow.python.ipu.ops.control_flow_ops")
