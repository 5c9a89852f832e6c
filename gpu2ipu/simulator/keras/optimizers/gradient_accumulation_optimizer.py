"""A Keras optimizer that accumulates the gradients of several steps of a loop for each update.

Source: keras/ipu/optimizers/gradient_accumulation_optimizer.py of graphcore/keras, branch r2.6/sdk-release-3.4.
"""

from __future__ import annotations

from typing import Any

from tensorflow.python.ipu._device import accumulation
from tensorflow.python.ipu._errors import refuse_others
from tensorflow.python.ipu.gradient_accumulation import GradientAccumulationReductionMethod
from tensorflow.python.ipu.ops import op_util

from .optimizer_v2_wrapper import _OptimizerV2Wrapper

__all__ = ["GradientAccumulationOptimizer"]


class GradientAccumulationOptimizer(_OptimizerV2Wrapper):
    """Updates weights with the wrapped optimizer in every `num_mini_batches`-th iteration of a loop."""

    def __new__(cls, opt: Any, num_mini_batches: int, *args: Any, **kwargs: Any) -> Any:
        """Return `opt` itself if there is nothing to accumulate."""
        return opt if num_mini_batches == 1 else super().__new__(cls)

    def __init__(
        self,
        opt: Any,
        num_mini_batches: int,
        offload_weight_update_variables: bool | None = None,
        replicated_optimizer_state_sharding: bool | None = False,
        dtype: Any = None,
        reduction_method: Any = GradientAccumulationReductionMethod.SUM,
        name: str = "GradientAccumulationOptimizer",
    ) -> None:
        """`dtype` is the type of the accumulators, by default that of the variable; offloading has no effect here.

        Raises ValueError for `num_mini_batches` below 1.
        """
        if num_mini_batches < 1:
            raise ValueError("num_mini_batches must be >= 1")
        super().__init__(opt, name=name)
        self._num_mini_batches = num_mini_batches
        self._offload = offload_weight_update_variables
        self._state_sharding = replicated_optimizer_state_sharding
        self._dtype = dtype
        self._reduction_method = reduction_method

    def _resource_apply_dense(self, grad: Any, handle: Any, apply_state: Any) -> Any:
        if not isinstance(self._reduction_method, GradientAccumulationReductionMethod):
            raise ValueError("reduction_method must be set to SUM, MEAN or RUNNING_MEAN")
        accumulation.require_loop(self._num_mini_batches)
        step = accumulation.Countdown(self._num_mini_batches)
        scales = accumulation.scales(self._reduction_method, step.step(), self._num_mini_batches)
        ((total, variable),) = op_util.accumulate_gradients([(grad, handle)], self._dtype, *scales)
        made: list[Any] = []
        inner = super()._resource_apply_dense

        def update(count: Any) -> None:
            made.append(inner(total, variable, apply_state))

        return op_util.create_resource_update(
            update, self._name, made, self._offload, self._state_sharding, self._num_mini_batches, step
        )

    def get_config(self) -> dict[str, Any]:
        """Return the configuration of this optimizer."""
        return {
            **super().get_config(),
            "num_mini_batches": self._num_mini_batches,
            "offload_weight_update_variables": self._offload,
            "replicated_optimizer_state_sharding": self._state_sharding,
            "dtype": self._dtype,
            "reduction_method": self._reduction_method,
        }

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """Create the optimizer of a configuration. Raises ValueError if called on a subclass."""
        if cls != GradientAccumulationOptimizer:
            raise ValueError(
                "GradientAccumulationOptimizer.from_config can only be used to create a "
                "GradientAccumulationOptimizer instance. If subclassing, the child class must implement its own "
                "from_config method."
            )
        inner, rest = cls._inner_of(config)
        return GradientAccumulationOptimizer(inner, **rest)


__getattr__ = refuse_others("keras.ipu.optimizers.gradient_accumulation_optimizer")
