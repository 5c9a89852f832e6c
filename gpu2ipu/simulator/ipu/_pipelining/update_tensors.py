"""What the weight update of a pipeline needs of its micro-batches, such as a learning rate that the stages pass on.

The update runs once in a round, after the last micro-batch, and reads the results of that one. Source: the function
`resource_update_` in ops/pipelining_ops.py of the SDK, which captures the outputs of the stages.
"""

from __future__ import annotations

import functools
from typing import Any, Callable, Iterator

import tensorflow as tf

from .optimizer_output import keras_optimizers


def is_computed_in_loop(value: Any) -> bool:
    """Return whether a tensor is computed in the body of the loop that is being traced."""
    graph: Any = tf.compat.v1.get_default_graph()
    context: Any = graph._get_control_flow_context()
    if getattr(value, "graph", None) is not graph:
        return False  # of an enclosing function, or eager
    return value.op._get_control_flow_context() is context


def tensors_in(held: Any) -> Iterator[Any]:
    """Yield the tensors that an optimizer or a structure of arguments holds.

    They are looked for in containers, in optimizers and in those that they wrap, in learning rate schedules, and in
    what functions close over.
    """
    pending, seen = [held], set()
    while pending:
        value = pending.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if tf.is_tensor(value) and not isinstance(value, tf.Variable):
            yield value
        else:
            pending += _parts(value)


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, (list, tuple)):
        return list(value)
    if isinstance(value, functools.partial):
        return [value.func, value.args, value.keywords]
    schedule = tf.keras.optimizers.schedules.LearningRateSchedule
    if isinstance(value, (tf.compat.v1.train.Optimizer, schedule, *keras_optimizers())):
        return list(vars(value).values())
    cells = getattr(value, "__closure__", None) or ()
    return [getattr(value, "__self__", None), *(_content(cell) for cell in cells)] if callable(value) else []


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # nothing is assigned yet
        return None


def update_after(is_last: Any, update: Callable[[], Any]) -> Any:
    """Run `update` if this micro-batch is the last one, and return the tensor to wait for."""

    def updated() -> Any:
        with tf.control_dependencies([made for made in update() if made is not None]):
            return tf.constant(True)

    return tf.cond(is_last, updated, lambda: tf.constant(False))
