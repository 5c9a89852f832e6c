"""Collective operations between the processes of PopRun; the simulator is one process."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._errors import refuse_others

__all__ = ["allgather", "allreduce", "broadcast"]


def allgather(value: Any, tensor_name: str | None = None) -> Any:
    """Return the values of all processes, stacked."""
    return tf.convert_to_tensor(value)[tf.newaxis]


def allreduce(value: Any, reduce_op: Any, tensor_name: str | None = None) -> Any:
    """Return the sum or mean over all processes."""
    return tf.convert_to_tensor(value)


def broadcast(value: Any, root_rank: int = 0, tensor_name: str | None = None) -> Any:
    """Return the value of process `root_rank`."""
    return tf.convert_to_tensor(value)


__getattr__ = refuse_others("tensorflow.python.ipu.distributed.host_collective_ops")
