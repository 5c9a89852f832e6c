"""Automatic loss scaling whose optimizer gets the scaled gradients, and scales its moments with them.

The formulas are those of the SDK, with their consequences: the step that changes the factor divides gradients that were
scaled by the old factor by the new one, and the former factor is used until the next change. Source:
keras/ipu/optimizers/parameter_unscaling_optimizer.py of graphcore/keras, branch r2.6/sdk-release-3.4.
"""

from __future__ import annotations

from typing import Any, Callable

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others

from .als_optimizer import ALSDefaults, ALSOptimizer
from .optimizer_v2_wrapper import OptimizerV2

__all__: list[str] = []


class _ParameterUnscalingOptimizer(OptimizerV2):  # type: ignore[misc]
    """Mixed into Keras optimizers that get the gradients of a scaled loss."""

    #: Returns the current and the former factor of the loss; set by the wrapping optimizer.
    _factors: Callable[[], tuple[Any, Any]]

    def _resource_apply_dense(self, grad: Any, var: Any, apply_state: Any = None) -> Any:
        prepared = self._fallback_apply_state(var.device, var.dtype.base_dtype)
        numbers = {name: tf.cast(value, tf.float32) for name, value in prepared.items()}
        factor, former = self._factors()
        step = self._step(var, tf.cast(grad, tf.float32), numbers, factor, former)
        return var.assign(tf.cast(tf.cast(var, tf.float32) - step, var.dtype), read_value=False)

    def _step(self, var: Any, grad: Any, numbers: dict[str, Any], factor: Any, former: Any) -> Any:
        """Update the moments and return the step of a variable; `numbers` are the hyperparameters in its type."""
        raise NotImplementedError

    def _slot(self, var: Any, name: str) -> Any:
        return tf.cast(self.get_slot(var, name), tf.float32)

    def _set_slot(self, var: Any, name: str, value: Any) -> Any:
        slot = self.get_slot(var, name)
        slot.assign(tf.cast(value, slot.dtype))
        return value


class _ParameterUnscalingALSOptimizer(ALSOptimizer):
    """An `ALSOptimizer` that wraps such an optimizer; subclasses have its arguments."""

    #: The class of the wrapped optimizer, and the hyperparameters that are in both configurations.
    _inner: type
    _hyperparameters: tuple[str, ...]

    #: Each replica unscales sums of gradients with its own factor.
    _unscales_sums = True

    def __init__(self, inner: dict[str, Any], options: tuple[Any, ...], named: dict[str, Any]) -> None:
        """`inner` are the arguments of the wrapped optimizer, the others those of `ALSOptimizer`.

        Raises ValueError for invalid options.
        """
        first = options[0] if options else named.get("initial_loss_scaling_factor")
        initial = ALSDefaults.initial_loss_scaling_factor if first is None else first
        if not initial >= 1:
            raise ValueError("loss_scale_factor must be greater than or equal to one.")
        if initial & (initial - 1):
            raise ValueError("loss_scale_factor must be a power of two.")
        optimizer: Any = self._inner(**inner)
        super().__init__(optimizer, *options, **{"name": type(self).__name__, **named})
        optimizer._factors = lambda: (self._lsf.read_value(), self._prev_lsf.read_value())

    def _scaled_back(self, gradient: Any) -> Any:
        return gradient

    def get_config(self) -> dict[str, Any]:
        """Return the configuration of this optimizer."""
        config = super().get_config()
        del config["inner_optimizer_type"]
        inner = config.pop("inner_optimizer_config")
        return {**config, **{name: inner[name] for name in self._hyperparameters}}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """Create the optimizer of a configuration."""
        return cls(**config)


__getattr__ = refuse_others("keras.ipu.optimizers.parameter_unscaling_optimizer")
