"""Collective operations between the hosts of the instances of a PopDist application."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._device import instance_collectives
from .._errors import refuse_others

__all__ = ["allgather", "allreduce", "broadcast"]


def allgather(value: Any, tensor_name: str | None = None) -> Any:
    """Return the values of all instances, stacked."""
    return instance_collectives.gathered(tf.convert_to_tensor(value))


def allreduce(value: Any, reduce_op: Any, tensor_name: str | None = None) -> Any:
    """Return the sum or mean over all instances. Raises ValueError for another operation."""
    if reduce_op not in (tf.distribute.ReduceOp.SUM, tf.distribute.ReduceOp.MEAN):
        raise ValueError(f"Unsupported reduce op: {reduce_op}")
    return instance_collectives.reduced(
        [tf.convert_to_tensor(value)], reduce_op == tf.distribute.ReduceOp.MEAN
    )[0]


def broadcast(value: Any, root_rank: int = 0, tensor_name: str | None = None) -> Any:
    """Return the value of instance `root_rank`."""
    return instance_collectives.broadcast(tf.convert_to_tensor(value), root_rank)


__getattr__ = refuse_others("tensorflow.python.ipu.distributed.host_collective_ops")
