"""The random number generator of the device: a seed, and a count of the operations that have used it."""

from __future__ import annotations

import functools
from typing import Any

import tensorflow as tf

from . import accumulation, replication

#: Attribute of a graph: variables with seed, count, and 1 if replicas differ (else 0). Eager mode has its own.
_STATES = "_ipu_random_state"

_eager: list[Any] = []


def reset(seed: int, identical_replicas: bool) -> None:
    """Set the seed on all replicas, and the count to zero."""
    for variable, value in zip(_variables(), (seed & 0x7FFFFFFF, 0, 0 if identical_replicas else 1)):
        variable.assign(value)


def next_seed() -> Any:
    """Return a seed for a stateless random operation, a different one in each call, step and replica."""
    seed, count, spread = _variables()
    with tf.control_dependencies([count.assign_add(1, read_value=False)]):
        number = count.read_value()
    return tf.stack([seed.read_value() + number, replication.replica_index() * spread.read_value()])


def _variables() -> list[Any]:
    with tf.init_scope():
        if tf.executing_eagerly():
            if not _eager:
                _eager.extend(_new())
            return _eager
        graph = tf.compat.v1.get_default_graph()
        if not hasattr(graph, _STATES):
            setattr(graph, _STATES, _new())
        found: list[Any] = getattr(graph, _STATES)
        return found


def _new() -> list[Any]:
    return [accumulation.state(functools.partial(tf.constant, value), "ipu_random") for value in (0, 0, 1)]
