"""The variables of a program and their roles: weight, optimizer slot, gradient accumulator, or other.

The role follows from attributes of the variable (trainable, aggregation over replicas); a slot is recognised by its
name, which contains that of its weight, or by the fused operation that updates both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator

import tensorflow as tf

from gpu2ipu.simulator.compiler.handles import accumulated_weight, is_of_program, outermost, variable_spec

from .graph import arguments, called
from .values import RECORDED, bytes_of

WEIGHT, SLOT, ACCUMULATOR, OTHER = "weights", "optimizer", "accumulators", "other"


@dataclass(frozen=True)
class Variable:
    """A variable that a program reads or writes, identified by `key`."""

    key: int
    role: str
    size: int
    #: Its index among the resources that the program has captured; -1 if it is none of them.
    place: int = -1
    #: The key of the weight that a slot or an accumulator belongs to.
    owner: int | None = None
    #: The number of its elements.
    elements: int = 0


def of_program(concrete: Any) -> list[Variable]:
    """Return the variables of a traced function, each once, in the order of their capture."""
    watched = {id(variable.handle): variable for variable in _watched(concrete.graph)}
    weights = {_path(variable.name): key for key, variable in watched.items() if variable.trainable}
    updated = _updated_together(concrete)
    found: dict[int, Variable] = {}
    resources = [each for each in concrete.captured_inputs if each.dtype == tf.resource]
    for place, captured in enumerate(resources):
        handle = outermost(captured)
        spec, key = variable_spec(handle), id(handle)
        if (
            spec is None
            or not spec.shape.is_fully_defined()
            or key in found
            or hasattr(handle, "_ipu_unused")
        ):
            continue
        elements = spec.shape.num_elements()
        size = bytes_of(elements, spec.dtype.name)
        variable = watched.get(key)
        if variable is not None:
            owner = accumulated_weight(variable.handle)
            if owner is None and not variable.trainable:
                owner = _weight_in(_path(variable.name), weights)
            found[key] = Variable(key, _role(variable, owner), size, place, owner, elements)
        else:
            # It is not watched, since nothing reads it: fused operations of optimizers update slots by handle.
            role = SLOT if key in updated else WEIGHT if key in updated.values() else OTHER
            found[key] = Variable(key, role, size, place, updated.get(key), elements)
    return [each for each in found.values() if each.role != RECORDED]


def mark_unused(variable: Any) -> None:
    """Mark a variable that is in the graph here, but not in the program of an IPU."""
    variable.handle._ipu_unused = True


def _watched(graph: Any) -> Iterator[Any]:
    # TensorFlow notes them on the enclosing graphs as well.
    yield from list(getattr(graph, "_watched_variables", ()))


def _role(variable: Any, owner: int | None) -> str:
    if variable.name.startswith(RECORDED):
        return RECORDED
    if is_of_program(variable.handle):
        return ACCUMULATOR if variable.dtype.is_floating else OTHER
    if variable.aggregation in (tf.VariableAggregation.SUM, tf.VariableAggregation.ONLY_FIRST_REPLICA):
        return OTHER  # metrics and step counters
    if owner is not None:
        return SLOT
    is_number = not variable.shape.rank
    return OTHER if is_number and not (variable.trainable and variable.dtype.is_floating) else WEIGHT


def _path(name: str) -> tuple[str, ...]:
    return tuple(name.split(":")[0].split("/"))


def _weight_in(path: tuple[str, ...], weights: dict[tuple[str, ...], int]) -> int | None:
    """Return the weight whose name is part of the name of a slot, such as `Adam/m/dense/kernel`."""
    for start in range(len(path)):
        for stop in range(len(path), start, -1):
            if stop - start < len(path) and path[start:stop] in weights:
                return weights[path[start:stop]]
    return None


def _updated_together(concrete: Any) -> dict[int, int]:
    """Return, for each variable that an operation updates as its second or later one, the first one."""
    inside = {id(inner): id(outermost(outer)) for outer, inner in concrete.graph.captures}
    found: dict[int, int] = {}
    for first, *others in _updates(concrete.graph, inside):
        found.update((other, first) for other in others)
    return found


def _updates(graph: Any, keys: dict[int, int]) -> Iterator[list[int]]:
    """Yield the variables of each update operation of an optimizer, also in loops and calls; `keys` maps handles."""
    for op in graph.get_operations():
        for inner in called(graph, op):
            pairs = zip(arguments(op), inner.inputs)
            yield from _updates(
                inner, {id(inside): keys[id(tensor)] for tensor, inside in pairs if id(tensor) in keys}
            )
        if op.type.startswith(("ResourceApply", "ResourceSparseApply")):
            updated = [keys[id(tensor)] for tensor in op.inputs if id(tensor) in keys]
            if updated:
                yield updated
