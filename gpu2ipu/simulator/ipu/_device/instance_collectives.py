"""Collective operations between the instances of a PopDist application: those of TensorFlow itself, over gRPC.

An operation meets those of the other instances by its key. Keys depend on what is exchanged and on how often that was
built before, not on what else an instance has built.
"""

from __future__ import annotations

import zlib
from collections import Counter
from typing import Any

import tensorflow as tf

from gpu2ipu.simulator import instances

from .._errors import not_emulated
from . import machine

_GROUP = 1

#: How often an operation was built, by what it exchanges; operations that run eagerly share one key.
_built: Counter[str] = Counter()

#: Types that TensorFlow's collective operations do not have -> the type that they are sent as.
_SENT_AS = {
    **{tf.int8: tf.int32, tf.uint8: tf.int32, tf.int16: tf.int32, tf.uint16: tf.int32, tf.uint32: tf.int64},
    tf.bool: tf.int32,
}


def count() -> int:
    """Return the number of instances whose IPUs the configuration of this process connects."""
    return int(machine.settings().get(machine.PROCESSES, 0)) or 1


def reduced(tensors: list[Any], mean: bool = False) -> list[Any]:
    """Return the sum or mean of each tensor over all instances, with one operation for each type."""
    size = instances.read().count
    if size == 1 or not tensors:
        return tensors
    results: list[Any] = list(tensors)
    for dtype in dict.fromkeys(tensor.dtype for tensor in tensors):
        places = [place for place, tensor in enumerate(tensors) if tensor.dtype == dtype]
        flat = tf.concat([tf.reshape(tensors[place], [-1]) for place in places], 0)
        total = _unsent(_reduce(_sent(flat), size), dtype)
        total = tf.cast(total / tf.cast(size, total.dtype), dtype) if mean else total
        parts = tf.split(total, [tf.size(tensors[place]) for place in places])
        for place, part in zip(places, parts):
            results[place] = tf.reshape(part, tf.shape(tensors[place]))
            results[place].set_shape(tensors[place].shape)
    return results


def _reduce(tensor: Any, size: int) -> Any:
    return tf.raw_ops.CollectiveReduceV2(
        input=tensor,
        group_size=size,
        group_key=_GROUP,
        instance_key=_key("reduce", tensor),
        ordering_token=[],
        merge_op="Add",
        final_op="Id",
    )


def broadcast(tensor: Any, root: int = 0) -> Any:
    """Return the tensor of the instance `root`."""
    here = instances.read()
    if here.count == 1:
        return tensor
    sent = _sent(tensor)
    common = {"group_size": here.count, "group_key": _GROUP, "instance_key": _key(f"broadcast {root}", sent)}
    if here.index == root:
        received = tf.raw_ops.CollectiveBcastSendV2(input=sent, **common)
    else:
        received = tf.raw_ops.CollectiveBcastRecvV2(shape=tf.shape(sent), T=sent.dtype, **common)
        received.set_shape(tensor.shape)
    return _unsent(received, tensor.dtype)


def gathered(tensor: Any) -> Any:
    """Return the tensors of all instances, stacked."""
    size = instances.read().count
    sent = _sent(tensor)[tf.newaxis]
    if size > 1:
        key = _key("gather", sent)
        sent = tf.raw_ops.CollectiveGatherV2(
            input=sent, group_size=size, group_key=_GROUP, instance_key=key, ordering_token=[]
        )
        sent.set_shape([size, *tensor.shape])
    return _unsent(sent, tensor.dtype)


def _sent(tensor: Any) -> Any:
    """Return a tensor in a type that TensorFlow's collective operations have. Raises NotEmulated if there is none."""
    if tensor.dtype == tf.uint64:
        return tf.bitcast(tensor, tf.int64)
    if tensor.dtype in (tf.string, tf.resource, tf.variant) or tensor.dtype.is_complex:
        raise not_emulated(f"the exchange of {tensor.dtype.name} between instances", "")
    return tf.cast(tensor, _SENT_AS.get(tensor.dtype, tensor.dtype))


def _unsent(tensor: Any, dtype: Any) -> Any:
    return tf.bitcast(tensor, dtype) if dtype == tf.uint64 else tf.cast(tensor, dtype)


def _key(operation: str, tensor: Any) -> int:
    what = f"{operation} {tensor.dtype.name} {tensor.shape}"
    if not tf.executing_eagerly():
        _built[what] += 1
        what = f"{what} {_built[what]}"
    return zlib.crc32(what.encode()) & 0x7FFFFFFF
