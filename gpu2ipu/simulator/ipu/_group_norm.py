"""Normalisation over groups of channels, which an operation and layers of the SDK share.

Source: ipu/ops/normalization_ops.py of graphcore/tensorflow and keras/layers/normalization.py of
graphcore/ipu_tensorflow_addons.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf


def checked_axis(shape: Any, groups: int, axis: int, name: str) -> int:
    """Return the axis of the channels, counted from 0, of inputs with a name.

    Raises ValueError for invalid shapes, axes and groups.
    """
    rank = shape.rank
    if rank is None:
        raise ValueError(f"Inputs {name} has undefined rank.")
    if axis > rank - 1:
        raise ValueError("Axis is out of bounds.")
    axis = axis + rank if axis < 0 else axis
    if axis not in (1, rank - 1):
        raise ValueError(
            "Unsupported data format, group norm only supports NCHW(channel axis 1) and NHWC (channel axis -1)."
        )
    channels = shape[axis]
    if channels is None:
        raise ValueError(f"Inputs {name} has undefined channel dimension: {axis}.")
    if groups > channels:
        raise ValueError(f"Invalid groups {groups} for {channels} channels.")
    if channels % groups:
        raise ValueError(f"{channels} channels is not commensurate with {groups} groups.")
    return int(axis)


def normalise(
    inputs: Any, gamma: Any, beta: Any, groups: int, axis: int, epsilon: float, strided: bool
) -> Any:
    """Normalise inputs of any rank, with channels on `axis`, in float32; return them in their own type and shape.

    With `strided` a group is every `groups`-th channel, else consecutive ones.
    """
    channels = inputs.shape[axis]
    # Channels last, split into two axes: the groups, and the channels of a group.
    last = tf.rank(inputs) - 1
    order = [number for number in range(inputs.shape.rank) if number != axis] + [axis]
    moved = tf.cast(tf.transpose(inputs, order), tf.float32)
    halves = [channels // groups, groups] if strided else [groups, channels // groups]
    shape = tf.shape(moved)
    split = tf.reshape(moved, tf.concat([shape[:last], halves], axis=0))
    group_axis = split.shape.rank - (1 if strided else 2)
    over = [number for number in range(1, split.shape.rank) if number != group_axis]
    mean, variance = tf.nn.moments(split, over, keepdims=True)
    normal = tf.cast(tf.reshape((split - mean) * tf.math.rsqrt(variance + epsilon), shape), inputs.dtype)
    back = [order.index(number) for number in range(inputs.shape.rank)]
    return tf.transpose(normal * gamma + beta, back)
