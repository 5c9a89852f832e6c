"""The element types and shapes that infeeds and outfeeds support, and the options of both queues."""

from __future__ import annotations

from typing import Any, Iterable, Sequence

import tensorflow as tf

#: The element types that feeds support. Source: kernels/datastream/feeds.cc of the SDK.
FEED_TYPES = (tf.int32, tf.float32, tf.float16, tf.bool, tf.int8, tf.uint8)


def refuse_feed_types(dtypes: Iterable[Any]) -> None:
    """Raise FailedPreconditionError for the first element type that feeds do not support."""
    for index, dtype in enumerate(dtypes):
        if dtype not in FEED_TYPES:
            raise tf.errors.FailedPreconditionError(
                None,
                None,
                f"Unsupported datatype {dtype.name} on index {index} of feed operation; a feed carries "
                "int32, float32, float16, bool, int8 and uint8. You should use a tf.DataSet.map() operation "
                "to cast the element to one of these.",
            )


def refuse_outfeed(tensors: Sequence[Any]) -> None:
    """Check tensors, or tensor specs, that are sent to an outfeed.

    Raises FailedPreconditionError for unsupported types, InvalidArgumentError for a tensor without elements.
    """
    refuse_feed_types(tensor.dtype for tensor in tensors)
    if any(0 in tensor.shape.as_list() for tensor in tensors):
        raise tf.errors.InvalidArgumentError(
            None,
            None,
            "Detected an input tensor to an outfeed queue with a dimension of size 0. Leave that tensor out.",
        )


def prefetch_depth(given: int | None) -> int:
    """Return the prefetch depth of an infeed: as given, 3 for None and 0. Raises ValueError outside 1 to 255."""
    depth = given or 3
    if depth <= 0:
        raise ValueError(f"prefetch_depth must be greater than zero, but it is {depth}")
    if depth > 255:
        raise ValueError(f"prefetch_depth must be less than 256, but it is {depth}")
    return depth


def device_ordinal(given: int | None) -> int:
    """Return the ordinal of the IPU device of a queue: as given, else that of the current strategy, else 0.

    Raises ValueError for anything but an integer from 0 on.
    """
    if given is None:
        given = getattr(tf.distribute.get_strategy(), "_device_ordinal", 0)
    if not isinstance(given, int):
        raise ValueError("Device ordinal must be an integer")
    if given < 0:
        raise ValueError("Device ordinal must be >= 0")
    return given
