"""How the gradients of several micro-batches are reduced to one for the optimizer."""

from __future__ import annotations

import enum
from typing import Any

from ._enums import member_of
from ._errors import refuse_others

__all__ = ["GradientAccumulationReductionMethod"]


class GradientAccumulationReductionMethod(enum.Enum):
    """The sum of the gradients, their mean, or their running mean, which avoids large intermediate sums."""

    SUM = 0
    MEAN = 1
    RUNNING_MEAN = 2

    @classmethod
    def parse(cls, reduction_method: Any) -> GradientAccumulationReductionMethod:
        """Return the member that a value is or names, in any case. Raises ValueError for anything else."""
        return member_of(cls, reduction_method, "one of GradientAccumulationReductionMethod")


__getattr__ = refuse_others("tensorflow.python.ipu.gradient_accumulation")
