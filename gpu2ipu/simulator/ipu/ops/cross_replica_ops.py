"""Sums and means over replicas, and the promise that a value is the same on all of them."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .. import _program, _replication
from .._errors import refuse_others

__all__ = ["assume_equal_across_replicas", "cross_replica_mean", "cross_replica_sum"]


def cross_replica_sum(x: Any, replica_group_size: int | None = None, name: str | None = None) -> Any:
    """The sum of `x` over all replicas, or over each group of neighbouring ones; its gradient is also summed."""

    def summed(value: Any) -> Any:
        total = _reduce([value], replica_group_size, mean=False)[0]
        return total, lambda upstream: cross_replica_sum(upstream, replica_group_size)

    return tf.custom_gradient(summed)(tf.convert_to_tensor(x))


def cross_replica_mean(x: Any, replica_group_size: int | None = None, name: str | None = None) -> Any:
    """The mean of `x` over all replicas, or over each group of neighbouring ones."""
    return _reduce([tf.convert_to_tensor(x)], replica_group_size, mean=True)[0]


def assume_equal_across_replicas(tensors: Any, inplace: bool = False) -> Any:
    """`tensors`, of which the compiler may assume that they are equal on all replicas."""
    return tf.nest.map_structure(tf.identity, tensors, expand_composites=True)


def reduce_over_replicas(values: list[Any], mean: bool) -> list[Any]:
    """Sum or mean of each value over all replicas, in one exchange; slices of a table become dense."""
    if _program.replicas() == 1:
        return values
    return _reduce([tf.convert_to_tensor(value) for value in values], None, mean)


def _reduce(tensors: list[Any], group_size: int | None, mean: bool) -> list[Any]:
    replicas = _program.replicas()
    size = group_size or replicas
    if replicas % size:
        raise tf.errors.InvalidArgumentError(
            None, None, f"A replica group of {size} does not divide the {replicas} replicas."
        )
    reduce = _mean if mean else tf.add_n

    def combine(given: list[list[Any]]) -> list[list[Any]]:
        results: list[list[Any]] = []
        for first in range(0, len(given), size):
            group = [reduce(list(parts)) for parts in zip(*given[first : first + size])]
            results += [group] * size
        return results

    specs = [tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in tensors]
    return _replication.exchange(tensors, combine, specs)


def _mean(parts: list[Any]) -> Any:
    return tf.add_n(parts) / tf.cast(len(parts), parts[0].dtype)


__getattr__ = refuse_others("tensorflow.python.ipu.ops.cross_replica_ops")
