"""Serialised matrix products, and segment sums."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._errors import refuse_others

__all__ = ["segment_sum", "serialized_matmul"]


def serialized_matmul(
    a: Any,
    b: Any,
    serialization_factor: int,
    serialization_dimension: str,
    transpose_a: bool = False,
    transpose_b: bool = False,
    name: str | None = None,
) -> Any:
    """Return `a @ b`, which an IPU computes in `serialization_factor` slices to save memory.

    Raises ValueError for other dimensions than "a_columns", "a_rows_b_columns", "b_rows", if the factor does not divide
    that dimension, and for shapes that do not match.
    """
    factor = int(serialization_factor)
    if factor < 1:
        raise ValueError(f"serialization_factor has to be at least 1, but was {factor}.")
    a, b = tf.convert_to_tensor(a), tf.convert_to_tensor(b)
    for which, operand in (("a", a), ("b", b)):
        if operand.shape.rank < 2:
            raise ValueError(f"Expected tensor '{which}' to have a minimum rank of 2")
    rows, inner = reversed(a.shape[-2:]) if transpose_a else a.shape[-2:]
    b_inner, columns = reversed(b.shape[-2:]) if transpose_b else b.shape[-2:]
    sliced = {
        "a_columns": ("columns dimension of 'a'", rows),
        "a_rows_b_columns": ("rows dimension of 'a'", inner),
        "b_rows": ("rows dimension of 'b'", columns),
    }
    if serialization_dimension not in sliced:
        raise ValueError(
            f"Invalid serialization_dimension={serialization_dimension}, expected one of: 'a_columns', "
            "'a_rows_b_columns', 'b_rows'."
        )
    if inner != b_inner:
        raise ValueError(
            f"Expected the number of columns in 'a' ({inner}) to match the number of rows in 'b' ({b_inner})."
        )
    what, size = sliced[serialization_dimension]
    if size % factor:
        raise ValueError(f"Expected 'serialization_factor' ({factor}) to divide the {what} ({size}).")
    return tf.matmul(a, b, transpose_a, transpose_b)


def segment_sum(data: Any, segment_ids: Any, num_segments: int, name: str | None = None) -> Any:
    """Return the sum of each segment of the rows of `data`; `segment_ids` are sorted.

    Raises ValueError for shapes that are unknown or do not match.
    """
    data, segment_ids = tf.convert_to_tensor(data), tf.convert_to_tensor(segment_ids, tf.int32)
    if not data.shape.is_fully_defined():
        raise ValueError("Shape of data must be fully defined")
    if not segment_ids.shape.is_fully_defined():
        raise ValueError("Shape of segment_ids must be fully defined")
    if int(num_segments) <= 0:
        raise ValueError(f"num_segments must be greater than 0; got {num_segments}")
    if data.shape[0] != segment_ids.shape[0]:
        raise ValueError(
            f"segment_ids (shape {segment_ids.shape}) must have same length as axis 0 of data (shape {data.shape})"
        )
    return tf.math.unsorted_segment_sum(data, segment_ids, int(num_segments))


__getattr__ = refuse_others("tensorflow.python.ipu.ops.math_ops")
