"""Automatic loss scaling whose optimizer sees the scaled gradients, and scales its moments with them.

The formulas are the SDK's, and so is what comes of them: the step that changes the factor divides by the new one
gradients that have been scaled by the old one, and the former factor counts until it changes again. Source:
graphcore/keras, branch r2.6/sdk-release-3.4.
"""

from __future__ import annotations

from typing import Any, Callable

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others

from .als_optimizer import ALSDefaults, ALSOptimizer
from .optimizer_v2_wrapper import OptimizerV2

__all__: list[str] = []


class _ParameterUnscalingOptimizer(OptimizerV2):  # type: ignore[misc]
    """A Keras optimizer, one of which is another base of each subclass, for gradients of a scaled loss."""

    #: The factor of the loss and the one before it; set by the optimizer around this one.
    _factors: Callable[[], tuple[Any, Any]]

    def _resource_apply_dense(self, grad: Any, var: Any, apply_state: Any = None) -> Any:
        prepared = self._fallback_apply_state(var.device, var.dtype.base_dtype)
        numbers = {name: tf.cast(value, tf.float32) for name, value in prepared.items()}
        factor, former = self._factors()
        step = self._step(var, tf.cast(grad, tf.float32), numbers, factor, former)
        return var.assign(tf.cast(tf.cast(var, tf.float32) - step, var.dtype), read_value=False)

    def _step(self, var: Any, grad: Any, numbers: dict[str, Any], factor: Any, former: Any) -> Any:
        """What a variable loses, once the moments have been updated; `numbers` are the hyperparameters of its type."""
        raise NotImplementedError

    def _slot(self, var: Any, name: str) -> Any:
        return tf.cast(self.get_slot(var, name), tf.float32)

    def _set_slot(self, var: Any, name: str, value: Any) -> Any:
        slot = self.get_slot(var, name)
        slot.assign(tf.cast(value, slot.dtype))
        return value


class _ParameterUnscalingALSOptimizer(ALSOptimizer):
    """An `ALSOptimizer` around one of these; the subclass names the arguments of the optimizer inside."""

    #: The optimizer inside, and what it and this one have in their configurations.
    _inner: type
    _hyperparameters: tuple[str, ...]

    #: Sums of gradients are scaled back by each replica with its own factor.
    _unscales_sums = True

    def __init__(self, inner: dict[str, Any], options: tuple[Any, ...], named: dict[str, Any]) -> None:
        """`inner` makes the optimizer inside; the others are arguments of `ALSOptimizer`."""
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
        """How to make this optimizer again."""
        config = super().get_config()
        del config["inner_optimizer_type"]
        inner = config.pop("inner_optimizer_config")
        return {**config, **{name: inner[name] for name in self._hyperparameters}}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """The optimizer that a configuration describes."""
        return cls(**config)


__getattr__ = refuse_others("keras.ipu.optimizers.parameter_unscaling_optimizer")
