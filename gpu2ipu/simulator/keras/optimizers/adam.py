"""Adam with automatic loss scaling, whose moments are scaled with the loss.

As in the SDK, each step multiplies the moments by the factor, and not by its change: with a factor above 1 they grow
with each step, the second moment by the square of the factor. After 64 steps with a factor of 2 it is infinite and the
weights no longer change; once the first moment is infinite they are NaN. `ALSOptimizer(Adam())` does not have this
fault. Source: keras/ipu/optimizers/adam.py of graphcore/keras, branch r2.6/sdk-release-3.4.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others

from .optimizer_v2_wrapper import legacy
from .parameter_unscaling_optimizer import _ParameterUnscalingALSOptimizer, _ParameterUnscalingOptimizer

__all__ = ["ALSOptimizerAdam"]


class _ParameterUnscalingAdam(_ParameterUnscalingOptimizer, legacy.Adam):  # type: ignore[misc]
    def _step(self, var: Any, grad: Any, numbers: dict[str, Any], factor: Any, former: Any) -> Any:
        first, second = numbers["beta_1_t"], numbers["beta_2_t"]
        kept = first * factor * self._slot(var, "m")
        mean = self._set_slot(var, "m", kept + (1 - first) * grad)
        kept = second * factor * factor * self._slot(var, "v")
        square = self._set_slot(var, "v", kept + (1 - second) * grad * grad)
        rate = numbers["lr_t"] * tf.sqrt(1 - numbers["beta_2_power"]) / (1 - numbers["beta_1_power"])
        return rate * mean / (tf.sqrt(square) + numbers["epsilon"] * factor)


class ALSOptimizerAdam(_ParameterUnscalingALSOptimizer):
    """`Adam` with loss scaling; the other arguments are those of `ALSOptimizer` after the optimizer.

    With a factor above 1 its moments overflow, as in the SDK: see the module.
    """

    _inner = _ParameterUnscalingAdam
    _hyperparameters = ("learning_rate", "beta_1", "beta_2", "epsilon")

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta_1: Any = 0.9,
        beta_2: Any = 0.999,
        epsilon: float = 1e-7,
        *options: Any,
        **named: Any,
    ) -> None:
        """Raises ValueError for invalid options."""
        inner = {"learning_rate": learning_rate, "beta_1": beta_1, "beta_2": beta_2, "epsilon": epsilon}
        super().__init__({**inner, "name": "Adam_HypLSFScale"}, options, named)


__getattr__ = refuse_others("keras.ipu.optimizers.adam")
