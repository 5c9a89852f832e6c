"""Optimizers that accumulate the gradients of several micro-batches for each update."""

from __future__ import annotations

from typing import Any

from .._device import accumulation
from .._errors import refuse_others
from ..gradient_accumulation import GradientAccumulationReductionMethod
from ..ops import op_util
from .cross_replica_optimizer import CrossReplicaOptimizer
from .ipu_optimizer import IpuOptimizer

__all__ = [
    "CrossReplicaGradientAccumulationOptimizer",
    "CrossReplicaGradientAccumulationOptimizerV2",
    "GradientAccumulationOptimizer",
    "GradientAccumulationOptimizerV2",
]

_SUM = GradientAccumulationReductionMethod.SUM


class GradientAccumulationOptimizerV2(IpuOptimizer):
    """Updates weights with the wrapped optimizer in every `num_mini_batches`-th iteration of a loop."""

    def __init__(
        self,
        opt: Any,
        num_mini_batches: int,
        offload_weight_update_variables: bool | None = None,
        replicated_optimizer_state_sharding: bool | None = False,
        dtype: Any = None,
        reduction_method: Any = _SUM,
        name: str = "GradientAccumulationOptimizerV2",
    ) -> None:
        """`dtype` is the type of the accumulators, by default that of the variable; offloading has no effect here.

        Raises ValueError for `num_mini_batches` below 1, and for an unknown reduction method.
        """
        super().__init__(opt, name)
        self._num_mini_batches = _positive(num_mini_batches)
        self._offload = offload_weight_update_variables
        self._state_sharding = replicated_optimizer_state_sharding
        self._dtype = dtype
        self._reduction_method = GradientAccumulationReductionMethod.parse(reduction_method)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """Accumulate gradients, and apply the sum in every `num_mini_batches`-th step.

        Raises FailedPreconditionError outside of loops, and if the count does not divide the steps of the loop.
        """
        accumulation.require_loop(self._num_mini_batches)
        step = accumulation.Countdown(self._num_mini_batches)
        kept, scale = accumulation.scales(self._reduction_method, step.step(), self._num_mini_batches)
        accumulated = op_util.accumulate_gradients(grads_and_vars, self._dtype, kept, scale)
        made: list[Any] = []

        def update(count: Any) -> None:
            made.append(self._opt.apply_gradients(accumulated, global_step, name))

        return op_util.create_resource_update(
            update, self.get_name(), made, self._offload, self._state_sharding, self._num_mini_batches, step
        )


class CrossReplicaGradientAccumulationOptimizerV2(IpuOptimizer):
    """The same, with the mean of the accumulated gradients of all replicas."""

    def __init__(
        self,
        opt: Any,
        num_mini_batches: int,
        offload_weight_update_variables: bool | None = None,
        replicated_optimizer_state_sharding: bool | None = False,
        dtype: Any = None,
        reduction_method: Any = _SUM,
        name: str = "CrossReplicaGradientAccumulationOptimizerV2",
    ) -> None:
        """See `GradientAccumulationOptimizerV2`."""
        wrapped = GradientAccumulationOptimizerV2(
            CrossReplicaOptimizer(opt),
            num_mini_batches,
            offload_weight_update_variables,
            replicated_optimizer_state_sharding,
            dtype,
            reduction_method,
            name,
        )
        super().__init__(wrapped, name)


class GradientAccumulationOptimizer(GradientAccumulationOptimizerV2):
    """The older class, for gradient descent with or without momentum; it always sums."""

    def __init__(
        self,
        opt: Any,
        num_mini_batches: int,
        verify_usage: bool = True,
        name: str = "GradientAccumulationOptimizer",
    ) -> None:
        """`verify_usage` makes the compiler check whether `opt` is one of these two."""
        super().__init__(opt, num_mini_batches, name=name)
        self._verify_usage = verify_usage


class CrossReplicaGradientAccumulationOptimizer(IpuOptimizer):
    """The older class for several replicas."""

    def __init__(
        self,
        opt: Any,
        num_mini_batches: int,
        verify_usage: bool = True,
        name: str = "CrossReplicaGradientAccumulationOptimizer",
    ) -> None:
        """See `GradientAccumulationOptimizer`."""
        accumulating = GradientAccumulationOptimizer(opt, num_mini_batches, verify_usage)
        super().__init__(CrossReplicaOptimizer(accumulating), name)


def _positive(count: int) -> int:
    if count < 1:
        raise ValueError("num_mini_batches must be a positive number.")
    return count


__getattr__ = refuse_others("tensorflow.python.ipu.optimizers.gradient_accumulation_optimizer")
