"""Lookups in tables."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._errors import refuse_others

__all__ = ["embedding_lookup"]


def embedding_lookup(
    params: Any,
    ids: Any,
    serialization_factor: int = 1,
    indices_are_sorted: bool = False,
    name: str | None = None,
) -> Any:
    """The rows `ids` of the table `params`, which an IPU looks up in `serialization_factor` parts.

    Raises ValueError if the factor does not divide the rows of the table.
    """
    factor = int(serialization_factor)
    if factor < 1:
        raise ValueError(f"serialization_factor has to be at least 1, but was {factor}.")
    rows = params.shape[0]
    if rows % factor:
        raise ValueError(
            f"The serialization_factor ({factor}) must divide the size of the 0th dimension of params ({rows})."
        )
    return tf.gather(params, ids)


__getattr__ = refuse_others("tensorflow.python.ipu.ops.embedding_ops")
