"""Collective operations between the IPUs of one replica, on lists with a tensor for each IPU."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._device import collectives
from .._errors import refuse_others

__all__ = ["all_gather", "all_reduce", "reduce_scatter"]


def all_reduce(input_shards: Any, op: str) -> list[Any]:
    """Reduce all shards, padded with zeros to the same size, and return the result for each of them.

    Raises ValueError for shards of different types or ranks, InvalidArgumentError for an unknown operation.
    """
    return collectives.combine(_vectors(input_shards), op)


def reduce_scatter(input_shards: Any, op: str) -> list[Any]:
    """Reduce all shards, and return a part of the result for each of them. Raises what `all_reduce` raises."""
    return collectives.scatter(_vectors(input_shards), op)


def all_gather(input_shards: Any, axis: int = 0) -> list[Any]:
    """Concatenate all shards along `axis`, and return the result for each of them.

    Raises ValueError for shards of different types, ranks or other dimensions.
    """
    shards = _checked(input_shards)
    if shards[0].shape.rank == 0:
        return [tf.stack(shards)] * len(shards)
    for index, shard in enumerate(shards[1:], 1):
        if _without(shard, axis) != _without(shards[0], axis):
            raise ValueError(
                f"Expecting tensor dimensions to all have the same sizes, except for dim {axis}, but got shapes "
                f"{shards[0].shape.as_list()} and {shard.shape.as_list()} for tensors 0 and {index}"
            )
    return [tf.concat(shards, axis=axis)] * len(shards)


def _vectors(shards: Any) -> list[Any]:
    vectors = [tf.reshape(shard, [1]) if shard.shape.rank == 0 else shard for shard in _checked(shards)]
    size = max(int(vector.shape[0]) for vector in vectors)
    return [tf.pad(vector, [[0, size - int(vector.shape[0])]]) for vector in vectors]


def _checked(shards: Any) -> list[Any]:
    tensors = [tf.convert_to_tensor(shard) for shard in shards]
    if len({id(shard) for shard in shards}) != len(tensors):
        raise ValueError("input_shards should not contain any duplicate entries.")
    if len({tensor.dtype for tensor in tensors}) != 1:
        raise ValueError("Expected tensors to all be of the same type.")
    if len({tensor.shape.rank for tensor in tensors}) != 1:
        raise ValueError("Expected tensors to all be of the same rank.")
    return tensors


def _without(tensor: Any, axis: int) -> list[int]:
    shape = tensor.shape.as_list()
    return [size for number, size in enumerate(shape) if number != axis % len(shape)]


__getattr__ = refuse_others("tensorflow.python.ipu.ops.within_replica_ops")
