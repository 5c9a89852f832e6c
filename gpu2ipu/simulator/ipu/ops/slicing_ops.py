"""Copies of sequences of rows from one tensor to another."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._errors import refuse_others

__all__ = ["sequence_slice", "sequence_slice_pack", "sequence_slice_unpack"]


def sequence_slice(
    dst: Any, src: Any, num_elems: Any, src_offsets: Any, dst_offsets: Any, zero_unused: bool
) -> Any:
    """Return `dst` with sequences of `num_elems` rows of `src`; other rows are kept, or zero if `zero_unused`.

    Raises ValueError for shapes that do not match.
    """
    dst, src = tf.convert_to_tensor(dst), tf.convert_to_tensor(src)
    counts, from_rows, to_rows = (
        tf.convert_to_tensor(each) for each in (num_elems, src_offsets, dst_offsets)
    )
    if not counts.shape[0] or not counts.shape[0] == from_rows.shape[0] == to_rows.shape[0]:
        raise ValueError(
            "num_elems, src_offsets and dst_offsets must have matching, nonzero shapes of rank 1."
        )
    if src.shape[1:] != dst.shape[1:]:
        raise ValueError("src and dst inner shapes must match.")
    return _copy(dst, src, counts, from_rows, to_rows, zero_unused)


def sequence_slice_unpack(src: Any, num_elems: Any, src_offsets: Any, total_elements: int) -> Any:
    """Return sequences of `num_elems` rows of `src`, one after the other, in `total_elements` rows.

    Raises ValueError for shapes that do not match.
    """
    src, counts, from_rows = (tf.convert_to_tensor(each) for each in (src, num_elems, src_offsets))
    if not counts.shape[0] or counts.shape[0] != from_rows.shape[0]:
        raise ValueError("num_elems and src_offsets must have matching, nonzero shapes of rank 1.")
    dst = tf.zeros([total_elements, *src.shape[1:]], src.dtype)
    return _copy(dst, src, counts, from_rows, tf.cumsum(counts, exclusive=True), True)


def sequence_slice_pack(dst: Any, src: Any, num_elems: Any, dst_offsets: Any, zero_unused: bool) -> Any:
    """Return `dst` with the rows of `src`, in sequences of `num_elems`, at `dst_offsets`.

    Raises ValueError for shapes that do not match.
    """
    dst, src, counts, to_rows = (tf.convert_to_tensor(each) for each in (dst, src, num_elems, dst_offsets))
    if not counts.shape[0] or counts.shape[0] != to_rows.shape[0]:
        raise ValueError("num_elems and dst_offsets must have matching, nonzero shapes of rank 1.")
    if src.shape[1:] != dst.shape[1:]:
        raise ValueError("src and dst inner shapes must match.")
    return _copy(dst, src, counts, tf.cumsum(counts, exclusive=True), to_rows, zero_unused)


def _copy(dst: Any, src: Any, counts: Any, from_rows: Any, to_rows: Any, zero_unused: bool) -> Any:
    rows = tf.range(dst.shape[0])
    result = tf.zeros_like(dst) if zero_unused else dst
    for run in range(counts.shape[0]):
        place = rows - to_rows[run]
        written = tf.reshape((place >= 0) & (place < counts[run]), [-1] + [1] * (dst.shape.rank - 1))
        taken = tf.gather(src, tf.clip_by_value(place + from_rows[run], 0, src.shape[0] - 1))
        result = tf.where(written, taken, result)
    return result


__getattr__ = refuse_others("tensorflow.python.ipu.ops.slicing_ops")
