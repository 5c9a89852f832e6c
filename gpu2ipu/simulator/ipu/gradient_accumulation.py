"""How the gradients of several micro-batches become the one that the optimizer sees."""

from __future__ import annotations

import enum
from typing import Any

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


__getattr__ = refuse_others("tensorflow.python.ipu.gradient_accumulation")
