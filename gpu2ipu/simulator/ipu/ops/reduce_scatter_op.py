"""Combines vectors over replicas, and leaves each replica a part of the result."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .. import _collectives, _replication
from .._errors import refuse_others

__all__ = ["reduce_scatter"]


def reduce_scatter(
    x: Any, replication_factor: int, op: str = "COLLECTIVE_OP_ADD", name: str | None = None
) -> Any:
    """This replica's part of the combination of `x`, a vector or a list of them, over its group."""
    tensors = [tf.convert_to_tensor(part) for part in tf.nest.flatten(x)]

    def combine(given: list[list[Any]]) -> list[list[Any]]:
        results: list[list[Any]] = []
        for group in _collectives.grouped(given, replication_factor):
            scattered = [_collectives.scatter(list(values), op) for values in zip(*group)]
            results += [list(parts) for parts in zip(*scattered)]
        return results

    specs = [tf.TensorSpec([-(-int(part.shape[0]) // replication_factor)], part.dtype) for part in tensors]
    parts = _replication.exchange(tensors, combine, specs)
    return parts[0] if len(parts) == 1 else parts


__getattr__ = refuse_others("tensorflow.python.ipu.ops.reduce_scatter_op")
