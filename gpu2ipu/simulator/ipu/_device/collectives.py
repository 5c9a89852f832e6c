"""Collective operations by name: how the values of several replicas, or of several IPUs of one, are combined."""

from __future__ import annotations

import functools
from typing import Any, Callable, Sequence

import tensorflow as tf

from .._errors import not_emulated
from . import instance_collectives, program, replication
from .replication import Tensors

ADD, MEAN = "COLLECTIVE_OP_ADD", "COLLECTIVE_OP_MEAN"

#: Name of the operation -> the combination of a list of values of one shape.
_OPERATIONS: dict[str, Callable[[list[Any]], Any]] = {
    ADD: tf.add_n,
    "COLLECTIVE_OP_MUL": lambda values: functools.reduce(tf.multiply, values),
    "COLLECTIVE_OP_MIN": lambda values: functools.reduce(tf.minimum, values),
    "COLLECTIVE_OP_MAX": lambda values: functools.reduce(tf.maximum, values),
    "COLLECTIVE_OP_LOGICAL_AND": lambda values: functools.reduce(tf.logical_and, values),
    "COLLECTIVE_OP_LOGICAL_OR": lambda values: functools.reduce(tf.logical_or, values),
    "COLLECTIVE_OP_SQUARE_ADD": lambda values: tf.add_n([value * value for value in values]),
    MEAN: lambda values: tf.add_n(values) / tf.cast(len(values), values[0].dtype),
}

#: Each replica keeps its part of its own value.
LOCAL = "COLLECTIVE_OP_LOCAL"


def combine(values: list[Any], operation: str) -> list[Any]:
    """Combine values, and return the result for each of them. Raises InvalidArgumentError for an unknown operation."""
    if operation == LOCAL:
        return values
    if operation not in _OPERATIONS:
        names = ", ".join([*_OPERATIONS, LOCAL])
        raise tf.errors.InvalidArgumentError(
            None, None, f"Unknown collective operation {operation}; the operations are {names}."
        )
    return [_OPERATIONS[operation](values)] * len(values)


def scatter(values: list[Any], operation: str) -> list[Any]:
    """Combine vectors, and return one part of the result for each of them; the last parts are padded with zeros.

    Raises InvalidArgumentError for an unknown operation.
    """
    parts = len(values)
    size = -(-int(values[0].shape[0]) // parts)
    padding = [[0, parts * size - int(values[0].shape[0])]]
    padded = [tf.pad(value, padding) for value in combine(values, operation)]
    return [value[index * size : (index + 1) * size] for index, value in enumerate(padded)]


def exchange(
    tensors: Tensors, size: int, combine: Callable[[list[Tensors]], list[Tensors]], specs: Sequence[Any]
) -> Tensors:
    """Exchange tensors within each group of `size` consecutive replicas, and return what this replica gets.

    `combine` takes the lists of tensors of all replicas of a group, and returns a list for each; `specs` are the types
    of one such list. Raises InvalidArgumentError if `size` does not divide the number of replicas, NotEmulated for
    replicas of several instances.
    """
    replicas = program.replicas()
    if replicas < size <= replicas * instance_collectives.count():
        raise not_emulated(
            "an exchange between the replicas of several instances, unless it is a sum or mean", ""
        )
    if size < 1 or replicas % size:
        raise tf.errors.InvalidArgumentError(
            None, None, f"A replica group of {size} does not divide the {replicas} replicas."
        )

    def combine_all(given: list[Tensors]) -> list[Tensors]:
        groups = [given[first : first + size] for first in range(0, replicas, size)]
        return [result for group in groups for result in combine(group)]

    return replication.exchange(tensors, combine_all, specs)
