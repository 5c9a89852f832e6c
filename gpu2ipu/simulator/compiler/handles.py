"""Resource handles: which outer tensors a function has captured, and facts about variables, noted on their handles.

A graph contains only the handles of variables, so that what a program must know about a variable is an attribute there.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf


def outermost(tensor: Any) -> Any:
    """Follow a captured tensor through all enclosing functions to the outermost one: eager, or one of a graph."""
    while not hasattr(tensor, "numpy"):
        outer = {id(inside): outside for outside, inside in getattr(tensor.graph, "captures", ())}
        if id(tensor) not in outer:
            return tensor
        tensor = outer[id(tensor)]
    return tensor


def variable_spec(tensor: Any) -> Any:
    """Return shape and type of the variable behind a handle as a `tf.TensorSpec`; None for any other tensor."""
    data = getattr(tensor, "_handle_data", None)
    if tensor.dtype != tf.resource or data is None or not data.is_set or not data.shape_and_type:
        return None
    first = data.shape_and_type[0]
    return tf.TensorSpec(first.shape, tf.as_dtype(first.dtype))


def read_variable(handle: Any, like: Any = None) -> Any:
    """Read the variable behind a handle; `like` is another handle with its shape and type, if this one has none."""
    spec = variable_spec(handle if like is None else like)
    value = tf.raw_ops.ReadVariableOp(resource=handle, dtype=spec.dtype)
    return tf.ensure_shape(value, spec.shape)


def give_to_program(variable: Any) -> None:
    """Mark a variable as the program's own, and keep it alive as long as its handle, so that its value is not freed."""
    variable.handle._ipu_owner = variable


def is_of_program(handle: Any) -> bool:
    """Return whether a variable is the program's own, created by the simulator and not by the script."""
    return hasattr(handle, "_ipu_owner")


def place_on_ipu(variable: Any) -> None:
    """Mark a variable that is created in the scope of a strategy, which places it on the IPU."""
    handle = getattr(variable, "handle", None)
    if handle is not None:
        handle._ipu_placed = True


def leave_on_host(variable: Any) -> None:
    """Mark a variable of the simulator's own that is on no device, such as what it records."""
    variable.handle._ipu_recorded = True


def host_variable(concrete: Any) -> Any:
    """Return the handle of a variable that a program reads and that is created outside of every scope; None if none."""
    marks = ("_ipu_placed", "_ipu_owner", "_ipu_recorded")
    handles = (each for each in map(outermost, concrete.captured_inputs) if hasattr(each, "numpy"))
    found = (
        each for each in handles if variable_spec(each) and not any(hasattr(each, mark) for mark in marks)
    )
    return next(found, None)


def name_of_variable(concrete: Any, handle: Any) -> str:
    """Return the name of a variable that a program reads."""
    names = (each.name for each in concrete.graph.variables if outermost(each.handle) is handle)
    return str(next(names, "of a variable"))


def accumulate_for(variable: Any, weight: Any) -> None:
    """Mark a variable as the accumulator of a weight's gradients."""
    variable.handle._ipu_weight = id(weight.handle)


def accumulated_weight(handle: Any) -> int | None:
    """Return the id of the handle of the weight whose gradients a variable accumulates; None for other variables."""
    weight: int | None = getattr(handle, "_ipu_weight", None)
    return weight
