"""How the gradients of several micro-batches become the one that the optimizer sees."""

from __future__ import annotations

import enum
from typing import Any

import tensorflow as tf

from ._enums import member_of
from ._errors import refuse_others

__all__ = ["GradientAccumulationReductionMethod"]


class GradientAccumulationReductionMethod(enum.Enum):
    """The sum of the gradients, their mean, or their running mean, which stays small at every step."""

    SUM = 0
    MEAN = 1
    RUNNING_MEAN = 2

    @classmethod
    def parse(cls, reduction_method: Any) -> GradientAccumulationReductionMethod:
        """A member from itself or from its name in any case. Raises ValueError for anything else."""
        return member_of(cls, reduction_method, "one of GradientAccumulationReductionMethod")

    def _accumulate(self, total: Any, gradient: Any, index: Any, count: Any) -> Any:
        """`total` of the micro-batches before number `index` of `count`, with the gradient of this one added.

        All in the element type of `total`.
        """
        gradient = tf.cast(gradient, total.dtype)
        if self is GradientAccumulationReductionMethod.SUM:
            return total + gradient
        if self is GradientAccumulationReductionMethod.MEAN:
            return total + gradient / tf.cast(count, total.dtype)
        before = tf.cast(index, total.dtype)
        return total * (before / (before + 1)) + gradient / (before + 1)


__getattr__ = refuse_others("tensorflow.python.ipu.gradient_accumulation")
