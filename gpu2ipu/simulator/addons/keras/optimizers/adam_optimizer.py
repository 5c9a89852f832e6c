"""Adam with states in types of their own."""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others

from .ipu_optimizer_base import IpuOptimizerBase, legacy

__all__ = ["AdamIpuOptimizer"]


class AdamIpuOptimizer(legacy.Adam, IpuOptimizerBase):  # type: ignore[misc]
    """The optimizer of Keras. Raises NotImplementedError for sparse gradients."""

    _kind = "Adam"

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta_1: Any = 0.9,
        beta_2: Any = 0.999,
        epsilon: float = 1e-7,
        amsgrad: bool = False,
        name: str = "Adam",
        m_dtype: Any = None,
        v_dtype: Any = None,
        vhat_dtype: Any = None,
        debiasing: bool = True,
        **kwargs: Any,
    ) -> None:
        """`…_dtype` are the types of the states, by default that of the variable."""
        super().__init__(
            learning_rate=learning_rate,
            beta_1=beta_1,
            beta_2=beta_2,
            epsilon=epsilon,
            amsgrad=amsgrad,
            name=name,
            **kwargs,
        )
        self.m_dtype = m_dtype
        self.v_dtype = v_dtype
        self.vhat_dtype = vhat_dtype
        self.debiasing = debiasing

    # which Adam of Keras has, too
    _resource_apply_dense = IpuOptimizerBase._resource_apply_dense
    _resource_apply_sparse = IpuOptimizerBase._resource_apply_sparse
    _create_slots = IpuOptimizerBase._create_slots

    def get_slot_dtype(self, var: Any, slot_name: str) -> Any:
        """Return the type of a state; None stands for that of the variable."""
        return {"m": self.m_dtype, "v": self.v_dtype, "vhat": self.vhat_dtype}[slot_name]

    def _wanted(self) -> tuple[str, ...]:
        return ("m", "v", "vhat") if self.amsgrad else ("m", "v")

    def _update(self, var: Any, numbers: dict[str, Any], grad: Any, value: Any, *states: Any) -> Any:
        dtype = self.opt_dtypes[0]
        m, v, unbiased, square = self._averages(grad, *states[:2])
        new = [m, v]
        if self.amsgrad:
            # The largest average, without its bias: Keras takes that of the biased ones.
            square = tf.maximum(tf.cast(states[2], dtype), square)
            new.append(square)
        change = unbiased / (tf.sqrt(square) + tf.cast(self.epsilon, dtype))
        return [value - tf.cast(tf.cast(numbers["lr_t"], dtype) * change, value.dtype), *new]

    def get_config(self) -> dict[str, Any]:
        """Return the configuration."""
        return {
            **super().get_config(),
            "m_dtype": self.m_dtype,
            "v_dtype": self.v_dtype,
            "vhat_dtype": self.vhat_dtype,
            "debiasing": self.debiasing,
        }


__getattr__ = refuse_others("ipu_tensorflow_addons.keras.optimizers.adam_optimizer")
