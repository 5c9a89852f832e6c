"""Reduce vectors over replicas; each replica gets a part of the result."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._device import collectives
from .._errors import refuse_others

__all__ = ["reduce_scatter"]


def reduce_scatter(
    x: Any, replication_factor: int, op: str = "COLLECTIVE_OP_ADD", name: str | None = None
) -> Any:
    """Reduce `x`, a vector or a list of them, over the group of this replica, and return its part of the result.

    Raises InvalidArgumentError for an unknown operation, and if groups do not divide the replicas.
    """
    tensors = [tf.convert_to_tensor(part) for part in tf.nest.flatten(x)]

    def combine(group: list[list[Any]]) -> list[list[Any]]:
        scattered = [collectives.scatter(list(values), op) for values in zip(*group)]
        return [list(parts) for parts in zip(*scattered)]

    specs = [tf.TensorSpec([-(-int(part.shape[0]) // replication_factor)], part.dtype) for part in tensors]
    parts = collectives.exchange(tensors, replication_factor, combine, specs)
    return parts[0] if len(parts) == 1 else parts


__getattr__ = refuse_others("tensorflow.python.ipu.ops.reduce_scatter_op")
