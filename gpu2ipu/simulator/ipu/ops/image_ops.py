"""Preprocessing of images on the device."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._errors import refuse_others

__all__ = ["normalise_image"]


def normalise_image(
    image: Any, channel_offsets: Any, channel_scales: Any, scale: Any = 1, name: str | None = None
) -> Any:
    """Return `(image * scale - offsets) * scales` for each of three channels, and a fourth channel of zeros.

    uint8 is converted to float16. Raises TypeError for types other than uint8, float16 and float32.
    """
    image = tf.convert_to_tensor(image)
    if image.dtype not in (tf.float16, tf.float32, tf.uint8):
        raise TypeError("The input `image` to `normalise_image` must be either float16, float32 or uint8.")
    dtype = tf.float16 if image.dtype == tf.uint8 else image.dtype
    offsets, scales = tf.cast(channel_offsets, dtype), tf.cast(channel_scales, dtype)
    normalised = (tf.cast(image, dtype) * tf.cast(scale, dtype) - offsets) * scales
    return tf.pad(normalised, [[0, 0]] * (normalised.shape.rank - 1) + [[0, 1]])


__getattr__ = refuse_others("tensorflow.python.ipu.ops.image_ops")
