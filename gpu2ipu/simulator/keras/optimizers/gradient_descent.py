"""Gradient descent with automatic loss scaling, whose momentum is scaled with the loss."""

from __future__ import annotations

from typing import Any

from tensorflow.python.ipu._errors import refuse_others

from .optimizer_v2_wrapper import legacy
from .parameter_unscaling_optimizer import _ParameterUnscalingALSOptimizer, _ParameterUnscalingOptimizer

__all__ = ["ALSOptimizerSGD"]


class _ParameterUnscalingSGD(_ParameterUnscalingOptimizer, legacy.SGD):  # type: ignore[misc]
    def _step(self, var: Any, grad: Any, numbers: dict[str, Any], factor: Any, former: Any) -> Any:
        if self._momentum:
            kept = numbers["momentum"] * factor / former
            grad = self._set_slot(var, "momentum", kept * self._slot(var, "momentum") + grad)
        return numbers["lr_t"] / factor * grad


class ALSOptimizerSGD(_ParameterUnscalingALSOptimizer):
    """`SGD` with loss scaling; the other arguments are those of `ALSOptimizer` after the optimizer."""

    _inner = _ParameterUnscalingSGD
    _hyperparameters = ("learning_rate", "momentum")

    def __init__(self, learning_rate: Any = 0.01, momentum: Any = 0.0, *options: Any, **named: Any) -> None:
        """Raises ValueError for invalid options."""
        inner = {"learning_rate": learning_rate, "momentum": momentum, "name": "SGD_HypLSFScale"}
        super().__init__(inner, options, named)


__getattr__ = refuse_others("keras.ipu.optimizers.gradient_descent")
