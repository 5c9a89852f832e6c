"""Printing, queues of fixed length, and hints for the compiler."""

from __future__ import annotations

import sys
from typing import Any

import tensorflow as tf
from tensorflow.python.platform import tf_logging as logging

from .. import scopes
from .._device import accumulation, program
from .._errors import not_emulated, refuse_others

__all__ = ["fifo", "get_current_iteration_counter", "print_tensor", "remap", "remap_deduce"]


def remap(x: Any, name: str | None = None) -> Any:
    """Return `x`, which an IPU would redistribute over its tiles."""
    logging.warning("remap is a Graphcore internal op")
    return tf.identity(x)


def remap_deduce(x: Any, name: str | None = None) -> Any:
    """Return `x`, which an IPU would distribute over its tiles according to its use."""
    return tf.identity(x)


def fifo(x: Any, depth: int, offload: bool = False, name: str | None = None) -> Any:
    """Return the `x` of `depth` calls ago; zeros in the first calls, where the values on an IPU are undefined."""
    x = tf.convert_to_tensor(x)
    if depth < 1:
        return x
    waiting = accumulation.state(lambda: tf.zeros([depth, *x.shape], x.dtype), "fifo")
    values = tf.concat([waiting.read_value(), x[tf.newaxis]], axis=0)
    with tf.control_dependencies([waiting.assign(values[1:], read_value=False)]):
        return tf.identity(values[0])


def print_tensor(input: Any, name: str = "") -> Any:
    """Return an operation that prints a tensor to standard error."""
    label = [f"{name}:"] if name else []
    with scopes.on_host("print_tensor"):
        return tf.print(*label, input, output_stream=sys.stderr, summarize=-1)


def get_current_iteration_counter(name: str | None = None, **kwargs: Any) -> Any:
    """Return the index of the micro-batch in a pipeline round, or of the step in a loop of `ipu.loops`; else 0.

    Raises NotEmulated in a loop of TensorFlow's own.
    """
    counter = program.counter()
    if counter is None:
        raise not_emulated(
            "`get_current_iteration_counter` in a loop of TensorFlow's own", ": loop with `ipu.loops.repeat`"
        )
    return tf.identity(counter)


__getattr__ = refuse_others("tensorflow.python.ipu.ops.internal_ops")
