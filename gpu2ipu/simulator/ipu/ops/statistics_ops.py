"""Histograms."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._errors import refuse_others

__all__ = ["fixed_width_bins", "histogram", "histogram_normalize", "histogram_update"]


def fixed_width_bins(inputs: Any, n_bins: int) -> Any:
    """Return `n_bins` evenly spaced levels from the smallest to the largest of `inputs`."""
    return tf.linspace(tf.reduce_min(inputs), tf.reduce_max(inputs), n_bins)


def histogram_normalize(hist: Any) -> Any:
    """Return a histogram divided by the sum of its bins."""
    return hist / tf.reduce_sum(hist, axis=0)


def histogram(inputs: Any, levels: Any, absolute_of_input: bool = False) -> Any:
    """Return the numbers of `inputs` below the first level, between each level and the next, and above the last.

    Raises ValueError for anything but vectors of float16 or float32.
    """
    inputs, levels = tf.convert_to_tensor(inputs), tf.convert_to_tensor(levels)
    _require_floats((inputs, levels), "computation")
    if inputs.shape.rank != 1 or levels.shape.rank != 1:
        raise ValueError("histogram expects rank-1 tensor inputs.")
    values = tf.cast(tf.abs(inputs) if absolute_of_input else inputs, tf.float32)
    # A value is in the bin after all levels that it reaches.
    reached = values[:, tf.newaxis] >= tf.cast(levels, tf.float32)
    bins = tf.reduce_sum(tf.cast(reached, tf.int32), axis=1)
    return tf.reduce_sum(tf.one_hot(bins, levels.shape[0] + 1), axis=0)


def histogram_update(hist: Any, inputs: Any, levels: Any, absolute_of_input: bool = False) -> Any:
    """Return `hist`, a float32 histogram over `levels`, with `inputs` added. Raises ValueError for types and shapes."""
    hist, inputs, levels = (tf.convert_to_tensor(each) for each in (hist, inputs, levels))
    if hist.dtype != tf.float32:
        raise ValueError("hist must be of float32 type")
    _require_floats((hist, inputs, levels), "update")
    if not hist.shape.rank == inputs.shape.rank == levels.shape.rank == 1:
        raise ValueError("histogram_update expects rank-1 tensor inputs.")
    if hist.shape[0] != levels.shape[0] + 1:
        raise ValueError(
            "hist and levels shapes are incompatible. For n levels, hist must have n+1 elements."
        )
    return hist + histogram(inputs, levels, absolute_of_input)


def _require_floats(tensors: Any, what: str) -> None:
    if any(tensor.dtype not in (tf.float16, tf.float32) for tensor in tensors):
        raise ValueError(f"Only float16 and float32 types are supported for histogram {what}.")


__getattr__ = refuse_others("tensorflow.python.ipu.ops.statistics_ops")
