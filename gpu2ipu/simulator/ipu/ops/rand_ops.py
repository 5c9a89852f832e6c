"""Dropout of the SDK."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._device import random
from .._errors import refuse_others

__all__ = ["dropout"]


def dropout(
    x: Any,
    rate: float = 0.5,
    noise_shape: Any = None,
    seed: Any = None,
    name: str | None = None,
    **kwargs: Any,
) -> Any:
    """Return `x` with a fraction `rate` of its elements set to zero, and the others scaled up.

    The same `seed`, two int32 numbers, always drops the same elements. Without one the seed of the device is used (see
    `utils.reset_ipu_seed`), and each replica drops different ones. Raises ValueError for invalid rates, shapes, seeds.
    """
    x = tf.convert_to_tensor(x)
    if rate >= 1.0 or rate < 0.0:
        raise ValueError(f"The rate must be in the range [0, 1), but was {rate}")
    shape = x.shape.as_list()
    if noise_shape:
        if len(shape) != len(noise_shape):
            raise ValueError("The length of noise_shape must equal the rank of x.")
        for size, noise in zip(shape, noise_shape):
            if noise not in (1, size):
                raise ValueError(f"Dimension mismatch, {size} != {noise}.")
        shape = list(noise_shape)
    seed = random.next_seed() if seed is None else tf.convert_to_tensor(seed)
    if seed.shape != [2]:
        raise ValueError(f"Expected the seed to have a shape [2], but got {seed.shape}.")
    kept = tf.random.stateless_uniform(shape, seed) >= rate
    return x * tf.cast(kept, x.dtype) * tf.cast(1.0 / (1.0 - rate), x.dtype)


__getattr__ = refuse_others("tensorflow.python.ipu.ops.rand_ops")
