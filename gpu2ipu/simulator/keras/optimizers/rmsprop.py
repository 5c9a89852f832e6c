"""RMSprop with automatic loss scaling, whose moments are scaled with the loss.

As in the SDK, the decay rate of its averages is Keras's `decay`, which is 0, and not `rho`. Source:
keras/ipu/optimizers/rmsprop.py of graphcore/keras, branch r2.6/sdk-release-3.4.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others

from .optimizer_v2_wrapper import legacy
from .parameter_unscaling_optimizer import _ParameterUnscalingALSOptimizer, _ParameterUnscalingOptimizer

__all__ = ["ALSOptimizerRMSProp"]


class _ParameterUnscalingRMSProp(_ParameterUnscalingOptimizer, legacy.RMSprop):  # type: ignore[misc]
    def _step(self, var: Any, grad: Any, numbers: dict[str, Any], factor: Any, former: Any) -> Any:
        kept, change = self._get_hyper("decay", tf.float32), factor / former
        square = kept * change * change * self._slot(var, "rms") + (1 - kept) * grad * grad
        below = square + numbers["epsilon"] * factor * factor
        if self._momentum and self.centered:
            mean = kept * change * self._slot(var, "mg") + (1 - kept) * grad
            self._set_slot(var, "mg", mean)
            self._set_slot(var, "rms", square)
            below = below + mean * mean
        step = grad / tf.sqrt(below)
        if self._momentum:
            step = self._set_slot(var, "momentum", numbers["momentum"] * self._slot(var, "momentum") + step)
        return numbers["lr_t"] * step


class ALSOptimizerRMSProp(_ParameterUnscalingALSOptimizer):
    """`RMSprop` with loss scaling; the other arguments are those of `ALSOptimizer` after the optimizer."""

    _inner = _ParameterUnscalingRMSProp
    _hyperparameters = ("learning_rate", "rho", "momentum", "epsilon", "centered")

    def __init__(
        self,
        learning_rate: Any = 0.001,
        rho: Any = 0.9,
        momentum: Any = 0.0,
        epsilon: float = 1e-7,
        centered: bool = False,
        *options: Any,
        **named: Any,
    ) -> None:
        """Raises ValueError for invalid options."""
        inner = {"learning_rate": learning_rate, "rho": rho, "momentum": momentum, "epsilon": epsilon}
        super().__init__({**inner, "centered": centered, "name": "RMSProp_HypLSFScale"}, options, named)


__getattr__ = refuse_others("keras.ipu.optimizers.rmsprop")
