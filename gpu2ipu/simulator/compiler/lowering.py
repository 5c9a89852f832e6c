"""Compile a traced function to HLO, with the XLA compiler of stock TensorFlow for the CPU."""

from __future__ import annotations

import inspect
import itertools
from typing import Any

import tensorflow as tf

from .handles import outermost
from .kernels import EXCHANGED, FED, HOST, SENT
from .tracing import name_of


def compile_to_hlo(concrete: Any) -> tuple[str | None, str | None]:
    """Return the HLO of a program, or the message of the compiler; neither for a program that XLA cannot be given."""
    inputs = concrete.inputs[: len(concrete.inputs) - len(concrete.captured_inputs)]
    if _has_feed(concrete.graph) or not all(_is_array(tensor) for tensor in inputs):
        return None, None
    with tf.init_scope():
        try:
            captures = [_eager_value(tensor) for tensor in concrete.captured_inputs]
            text = _hlo(concrete, [tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in inputs], captures)
        except (ValueError, tf.errors.OpError) as error:
            return None, str(error)
    return text.decode() if isinstance(text, bytes) else str(text), None


def _has_feed(graph: Any) -> bool:
    graph_def = graph.as_graph_def()
    called = (node for function in graph_def.library.function for node in function.node_def)
    return any(
        node.op in (*FED, *SENT, *EXCHANGED) or HOST in node.attr
        for node in itertools.chain(graph_def.node, called)
    )


def _is_array(tensor: Any) -> bool:
    return tensor.shape.is_fully_defined() and tensor.dtype not in (tf.resource, tf.variant)


def _eager_value(tensor: Any) -> Any:
    """Return the eager variable or value that a function has captured; zeros for a tensor without a value yet.

    Raises ValueError for a resource handle of the enclosing graph.
    """
    found = outermost(tensor)
    if hasattr(found, "numpy"):
        return found
    if not _is_array(found):
        raise ValueError(f"{found.name} comes from the graph around the program")
    return tf.zeros(found.shape, found.dtype)  # only its shape matters


def _hlo(concrete: Any, specs: list[Any], captures: list[Any]) -> Any:
    from tensorflow.python.eager import context

    compile_to = context.context().get_compiler_ir
    wanted = inspect.signature(compile_to).parameters
    device = tf.zeros(()).device
    concrete.add_to_graph()  # in TensorFlow 2.6 a function that was created in a graph is unknown outside of it
    if "args" in wanted:
        # TensorFlow 2.6 takes values, not types, so that sizes that depend on the data count as constants there.
        arguments = [tf.zeros(spec.shape, spec.dtype) for spec in specs]
        return compile_to(device, name_of(concrete), arguments + captures, "hlo")
    # A number of steps may be a constant: a program is compiled for each value.
    arguments = [tf.ones([], spec.dtype) if _is_number_of_steps(spec) else spec for spec in specs]
    given = {"flat_args": arguments, "captured_inputs": captures, "stage": "hlo", "platform_name": None}
    given.update(device_name=device, function_name=name_of(concrete))
    return compile_to(**{name: value for name, value in given.items() if name in wanted})


def _is_number_of_steps(spec: Any) -> bool:
    return spec.shape.rank == 0 and spec.dtype in (tf.int32, tf.int64)
