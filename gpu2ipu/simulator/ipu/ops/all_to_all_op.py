"""Exchanges between all replicas: each gets a part of each, or all of each."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .. import _collectives, _replication
from .._errors import refuse_others

__all__ = ["all_gather", "all_to_all"]


def all_to_all(
    x: Any, split_dimension: int, concat_dimension: int, replication_factor: int, name: str | None = None
) -> Any:
    """Each replica splits `x` and gets its part of every replica's, one after the other; differentiable."""

    def exchanged(value: Any) -> Any:
        def gradient(upstream: Any) -> Any:
            return all_to_all(upstream, concat_dimension, split_dimension, replication_factor)

        return _exchange_parts(value, split_dimension, concat_dimension, replication_factor), gradient

    return tf.custom_gradient(exchanged)(tf.convert_to_tensor(x))


def _exchange_parts(x: Any, split: int, concat: int, size: int) -> Any:
    def combine(given: list[list[Any]]) -> list[list[Any]]:
        results: list[list[Any]] = []
        for group in _collectives.grouped(given, size):
            parts = [tf.split(value, size, axis=split) for (value,) in group]
            results += [[tf.concat([part[index] for part in parts], axis=concat)] for index in range(size)]
        return results

    shape = x.shape.as_list()
    shape[split] //= size
    shape[concat] *= size
    return _replication.exchange([x], combine, [tf.TensorSpec(shape, x.dtype)])[0]


def all_gather(x: Any, replication_factor: int, name: str | None = None) -> Any:
    """The values of all replicas of a group, stacked; for a structure a list of them."""
    tensors = [tf.convert_to_tensor(part) for part in tf.nest.flatten(x)]

    def combine(given: list[list[Any]]) -> list[list[Any]]:
        results: list[list[Any]] = []
        for group in _collectives.grouped(given, replication_factor):
            results += [[tf.stack(values) for values in zip(*group)]] * replication_factor
        return results

    specs = [tf.TensorSpec([replication_factor, *part.shape], part.dtype) for part in tensors]
    gathered = _replication.exchange(tensors, combine, specs)
    return gathered[0] if len(gathered) == 1 else gathered


__getattr__ = refuse_others("tensorflow.python.ipu.ops.all_to_all_op")
