"""Programs of TensorFlow 1: a computation as one program for an IPU."""

from __future__ import annotations

from typing import Any, Callable

import tensorflow as tf

from . import scopes
from ._errors import refuse_others

__all__ = ["compile"]


def compile(computation: Callable[..., Any], inputs: Any = None) -> Any:
    """The results of `computation(*inputs)`, all of whose operations run whenever one of the results is used.

    A single result comes in a tuple; none at all is an operation. Raises Exception outside of an `ipu_scope`.
    """
    graph = tf.compat.v1.get_default_graph()
    known = len(graph.get_operations())
    given = [tf.nest.map_structure(tf.convert_to_tensor, value) for value in inputs or []]
    result = computation(*given)
    if not _on_ipu() and any(op.type != "NoOp" for op in graph.get_operations()[known:]):
        raise Exception(
            "A computation has been compiled, however it was not placed on an IPU device. This computation will "
            "not be executed on an IPU. To execute it on an IPU use the `ipu_scope` from "
            "`tensorflow.python.ipu.scopes`: `with ipu_scope('/device:IPU:0'):`."
        )
    return _ordered(result)


def _on_ipu() -> bool:
    return scopes.in_ipu_scope() or hasattr(tf.distribute.get_strategy(), "_device_ordinal")


def _ordered(result: Any) -> Any:
    flat = [] if result is None else tf.nest.flatten(result)
    operations = [value for value in flat if isinstance(value, tf.Operation)]
    tensors = [tf.convert_to_tensor(value) for value in flat if not isinstance(value, tf.Operation)]
    if not tensors:
        return tf.group(*operations)
    with tf.control_dependencies(operations):
        tensors = [tf.identity(tensor) for tensor in tensors]
    if not isinstance(result, (list, tuple, dict)):
        return tuple(tensors)
    if operations:
        return tensors  # the operations came last, and are not part of the result
    return tf.nest.pack_sequence_as(result, tensors)


__getattr__ = refuse_others("tensorflow.python.ipu.ipu_compiler")
