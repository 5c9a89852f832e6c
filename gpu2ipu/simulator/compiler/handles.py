"""Handles: what the tensors that a function has captured stand for, and what is known of variables by their handles.

A graph holds handles only. What a program needs to know of a variable is noted on its handle.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf


def outermost(tensor: Any) -> Any:
    """The tensor that this one stands for outside of all functions around it, of eager code unless a graph made it."""
    while not hasattr(tensor, "numpy"):
        outer = {id(inside): outside for outside, inside in getattr(tensor.graph, "captures", ())}
        if id(tensor) not in outer:
            return tensor
        tensor = outer[id(tensor)]
    return tensor


def variable_spec(tensor: Any) -> Any:
    """Shape and type of the variable behind a handle, as a `tf.TensorSpec`; None for any other tensor."""
    data = getattr(tensor, "_handle_data", None)
    if tensor.dtype != tf.resource or data is None or not data.is_set or not data.shape_and_type:
        return None
    first = data.shape_and_type[0]
    return tf.TensorSpec(first.shape, tf.as_dtype(first.dtype))


def read_variable(handle: Any, like: Any = None) -> Any:
    """The value of the variable behind a handle, or one of the same shape and type as behind `like`."""
    spec = variable_spec(handle if like is None else like)
    value = tf.raw_ops.ReadVariableOp(resource=handle, dtype=spec.dtype)
    return tf.ensure_shape(value, spec.shape)


def give_to_program(variable: Any) -> None:
    """Note that a variable is the program's alone, and keep it as long as its handle: with it its value would go."""
    variable.handle._ipu_owner = variable


def is_of_program(handle: Any) -> bool:
    """Whether a variable is the program's alone."""
    return hasattr(handle, "_ipu_owner")


def accumulate_for(variable: Any, weight: Any) -> None:
    """Note that a variable adds up the gradients of a weight."""
    variable.handle._ipu_weight = id(weight.handle)


def accumulated_weight(handle: Any) -> int | None:
    """The id of the handle of the weight whose gradients a variable adds up, None if it adds up none."""
    weight: int | None = getattr(handle, "_ipu_weight", None)
    return weight
