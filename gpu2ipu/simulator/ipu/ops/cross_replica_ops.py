"""Sums and means over replicas, and the assertion that a value is equal on all of them."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._device import collectives, instance_collectives, program
from .._errors import refuse_others

__all__ = ["assume_equal_across_replicas", "cross_replica_mean", "cross_replica_sum"]


def cross_replica_sum(x: Any, replica_group_size: int | None = None, name: str | None = None) -> Any:
    """Return the sum of `x` over all replicas, or over each group of consecutive ones; its gradient is summed, too."""

    def summed(value: Any) -> Any:
        total = _reduce([value], replica_group_size, collectives.ADD)[0]
        return total, lambda upstream: cross_replica_sum(upstream, replica_group_size)

    return tf.custom_gradient(summed)(tf.convert_to_tensor(x))


def cross_replica_mean(x: Any, replica_group_size: int | None = None, name: str | None = None) -> Any:
    """Return the mean of `x` over all replicas, or over each group of consecutive ones."""
    return _reduce([tf.convert_to_tensor(x)], replica_group_size, collectives.MEAN)[0]


def assume_equal_across_replicas(tensors: Any, inplace: bool = False) -> Any:
    """Return `tensors`, which the compiler may assume to be equal on all replicas."""
    return tf.nest.map_structure(tf.identity, tensors, expand_composites=True)


def reduce_over_replicas(values: list[Any], mean: bool) -> list[Any]:
    """Return sum or mean of each value over all replicas, in one exchange; IndexedSlices are converted to tensors."""
    if not values or program.replicas() * instance_collectives.count() == 1:
        return values
    operation = collectives.MEAN if mean else collectives.ADD
    return _reduce([tf.convert_to_tensor(value) for value in values], None, operation)


def _reduce(tensors: list[Any], group_size: int | None, operation: str) -> list[Any]:
    """Reduce each tensor over each group of replicas; None is one group of all, those of other instances too."""
    replicas = program.replicas()
    of_all = group_size in (None, replicas * instance_collectives.count())

    def combine(group: list[list[Any]]) -> list[list[Any]]:
        reduced = [collectives.combine(list(values), operation)[0] for values in zip(*group)]
        if of_all and instance_collectives.count() > 1:
            reduced = instance_collectives.reduced(reduced, mean=operation == collectives.MEAN)
        return [reduced] * len(group)

    specs = [tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in tensors]
    return collectives.exchange(tensors, replicas if of_all else group_size or replicas, combine, specs)


__getattr__ = refuse_others("tensorflow.python.ipu.ops.cross_replica_ops")
