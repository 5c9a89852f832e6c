"""Exchanges between all replicas: each gets a part of the tensor of each other, or all of it."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._device import collectives
from .._errors import refuse_others

__all__ = ["all_gather", "all_to_all"]


def all_to_all(
    x: Any, split_dimension: int, concat_dimension: int, replication_factor: int, name: str | None = None
) -> Any:
    """Split `x` and concatenate this replica's parts of the tensors of all replicas; differentiable.

    Raises InvalidArgumentError if groups do not divide the replicas.
    """

    def exchanged(value: Any) -> Any:
        def gradient(upstream: Any) -> Any:
            return all_to_all(upstream, concat_dimension, split_dimension, replication_factor)

        return _exchange_parts(value, split_dimension, concat_dimension, replication_factor), gradient

    return tf.custom_gradient(exchanged)(tf.convert_to_tensor(x))


def _exchange_parts(x: Any, split: int, concat: int, size: int) -> Any:
    def combine(group: list[list[Any]]) -> list[list[Any]]:
        parts = [tf.split(value, size, axis=split) for (value,) in group]
        return [[tf.concat([part[index] for part in parts], axis=concat)] for index in range(size)]

    shape = x.shape.as_list()
    shape[split] //= size
    shape[concat] *= size
    return collectives.exchange([x], size, combine, [tf.TensorSpec(shape, x.dtype)])[0]


def all_gather(x: Any, replication_factor: int, name: str | None = None) -> Any:
    """Stack the tensors of all replicas of a group; for a structure return a list.

    Raises InvalidArgumentError if groups do not divide the replicas.
    """
    tensors = [tf.convert_to_tensor(part) for part in tf.nest.flatten(x)]

    def combine(group: list[list[Any]]) -> list[list[Any]]:
        return [[tf.stack(values) for values in zip(*group)]] * replication_factor

    specs = [tf.TensorSpec([replication_factor, *part.shape], part.dtype) for part in tensors]
    gathered = collectives.exchange(tensors, replication_factor, combine, specs)
    return gathered[0] if len(gathered) == 1 else gathered


__getattr__ = refuse_others("tensorflow.python.ipu.ops.all_to_all_op")
