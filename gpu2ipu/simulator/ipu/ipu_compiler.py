"""Programs of TensorFlow 1: compile a computation to one program for an IPU."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator

import tensorflow as tf

from gpu2ipu.simulator.compiler import kernels

from . import scopes, utils
from ._device import program
from ._errors import not_emulated, refuse_others

__all__ = ["compile"]


def compile(computation: Callable[..., Any], inputs: Any = None) -> Any:
    """Return the results of `computation(*inputs)`; all of its operations run whenever one of the results is used.

    A single result is in a tuple; without a result it is an operation. Raises Exception outside of an `ipu_scope` or
    `tf.device`, InvalidArgumentError for operations that an IPU cannot run, NotEmulated for several replicas.
    """
    with _placed():
        return _compiled(computation, inputs)


@contextlib.contextmanager
def _placed() -> Iterator[None]:
    """Take a `tf.device("/device:IPU:0")` around this for an `ipu_scope`: TensorFlow here has no such device."""
    device = "" if tf.executing_eagerly() else _named_device()
    if "IPU" in device:
        with tf.device(None), scopes.ipu_scope(device):
            yield
    else:
        yield


def _named_device() -> str:
    """Return the device that operations of the graph get here."""
    probe = tf.no_op()
    device = str(probe.device)
    probe._set_device("")  # a session looks for the devices of all operations
    return device


def _compiled(computation: Callable[..., Any], inputs: Any) -> Any:
    graph = tf.compat.v1.get_default_graph()
    known = len(graph.get_operations())
    given = [tf.nest.map_structure(tf.convert_to_tensor, value) for value in inputs or []]
    with program.counted_shards() as shards:
        result = computation(*given)
    made = graph.get_operations()[known:]
    if not (scopes.in_ipu_scope() or scopes.in_strategy()) and any(op.type != "NoOp" for op in made):
        raise Exception(
            "A computation has been compiled, however it was not placed on an IPU device. This computation will "
            "not be executed on an IPU. To execute it on an IPU use the `ipu_scope` from "
            "`tensorflow.python.ipu.scopes`: `with ipu_scope('/device:IPU:0'):`."
        )
    if program.current() is None and not tf.executing_eagerly():
        _refuse_replicas(max(shards))
        kernels.check_operations(_flat(result), made)
    return _ordered(result)


def _refuse_replicas(shards: int) -> None:
    """Raise NotEmulated if the computation would have several replicas."""
    extended = tf.distribute.get_strategy().extended
    device = scopes.current_device() or str(getattr(extended, "_ipu_device", "/device:IPU:0"))
    ipus = utils.local_ipus(device)
    if ipus > shards:
        raise not_emulated(
            f"a program of TensorFlow 1 on {ipus // shards} replicas", f": configure {shards} IPUs for it"
        )


def _flat(result: Any) -> list[Any]:
    return [] if result is None else list(tf.nest.flatten(result))


def _ordered(result: Any) -> Any:
    flat = _flat(result)
    operations = [value for value in flat if isinstance(value, tf.Operation)]
    tensors = [tf.convert_to_tensor(value) for value in flat if not isinstance(value, tf.Operation)]
    if not tensors:
        return tf.group(*operations)
    with tf.control_dependencies(operations):
        tensors = [tf.identity(tensor) for tensor in tensors]
    if not isinstance(result, (list, tuple, dict)):
        return tuple(tensors)
    if operations:
        return tensors  # the operations are last, and not part of the result
    return tf.nest.pack_sequence_as(result, tensors)


__getattr__ = refuse_others("tensorflow.python.ipu.ipu_compiler")
