"""Gradient descent with the momentum in a type of its own."""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others

from .ipu_optimizer_base import IpuOptimizerBase, legacy

__all__ = ["SGDIpuOptimizer"]


class SGDIpuOptimizer(legacy.SGD, IpuOptimizerBase):  # type: ignore[misc]
    """The optimizer of Keras. With momentum it raises NotImplementedError for sparse gradients."""

    _kind = "SGD"

    def __init__(
        self,
        learning_rate: Any = 0.01,
        momentum: Any = 0.0,
        nesterov: bool = False,
        name: str = "SGD",
        momentum_accum_dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        """`momentum_accum_dtype` is the type of the momentum, by default that of the variable."""
        super().__init__(
            learning_rate=learning_rate, momentum=momentum, nesterov=nesterov, name=name, **kwargs
        )
        self.momentum_accum_dtype = momentum_accum_dtype

    # which SGD of Keras has, too
    _resource_apply_dense = IpuOptimizerBase._resource_apply_dense
    _resource_apply_sparse = IpuOptimizerBase._resource_apply_sparse
    _create_slots = IpuOptimizerBase._create_slots

    def get_slot_dtype(self, var: Any, slot_name: str) -> Any:
        """Return the type of a state; None stands for that of the variable."""
        return {"momentum": self.momentum_accum_dtype}[slot_name]

    def _wanted(self) -> tuple[str, ...]:
        return ("momentum",) if self._momentum else ()

    def _update(self, var: Any, numbers: dict[str, Any], grad: Any, value: Any, *states: Any) -> Any:
        if not states:
            return [value - numbers["lr_t"] * grad]
        dtype = self.opt_dtypes[0]
        momentum = self._get_hyper("momentum", dtype)
        step = tf.cast(numbers["lr_t"], dtype) * tf.cast(grad, dtype)
        speed = momentum * tf.cast(states[0], dtype) - step
        change = momentum * speed - step if self.nesterov else speed
        return value + tf.cast(change, value.dtype), speed

    def get_config(self) -> dict[str, Any]:
        """Return the configuration."""
        return {**super().get_config(), "momentum_accum_dtype": self.momentum_accum_dtype}


__getattr__ = refuse_others("ipu_tensorflow_addons.keras.optimizers.sgd_optimizer")
