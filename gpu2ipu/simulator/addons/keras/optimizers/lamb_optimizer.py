"""LAMB: Adam whose steps are as long as each variable permits, for large batches.

The paper is "Large Batch Optimization for Deep Learning: Training BERT in 76 minutes", arXiv 1904.00962.
"""

from __future__ import annotations

import re
from typing import Any, Iterable

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others

from .ipu_optimizer_base import IpuOptimizerBase

__all__ = ["LAMBIpuOptimizer"]


class LAMBIpuOptimizer(IpuOptimizerBase):
    """Layer-wise adaptive moments. Raises NotImplementedError for sparse gradients."""

    _kind = "LAMB"

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta_1: Any = 0.9,
        beta_2: Any = 0.999,
        epsilon: float = 1e-6,
        weight_decay_rate: Any = 0.0,
        exclude_from_weight_decay: Any = None,
        exclude_from_layer_adaptation: Any = None,
        name: str = "LAMB",
        debiasing: bool = True,
        m_dtype: Any = None,
        v_dtype: Any = None,
        weight_norm_clip: Any = None,
        optimizer_compute_precisions: Any = (tf.float32, tf.float32),
        **kwargs: Any,
    ) -> None:
        """`exclude_…` are regular expressions for the names of variables.

        Raises ValueError unless there are two types: the last step may be computed in a type of its own.
        """
        super().__init__(name, optimizer_compute_precisions=optimizer_compute_precisions, **kwargs)
        self._set_hyper("weight_decay_rate", weight_decay_rate)
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        self._set_hyper("beta_1", beta_1)
        self._set_hyper("beta_2", beta_2)
        self.epsilon = epsilon or tf.keras.backend.epsilon()
        self.exclude_from_weight_decay = exclude_from_weight_decay
        self.exclude_from_layer_adaptation = exclude_from_layer_adaptation
        self.weight_norm_clip = weight_norm_clip
        self.m_dtype = m_dtype
        self.v_dtype = v_dtype
        self.debiasing = debiasing
        if len(self.opt_dtypes) != 2:
            raise ValueError(
                "Must provide a list of two elements for the optimizer compute precision. The final stage of the "
                "weight update can be done in a different precision to the initial stage."
            )

    def get_slot_dtype(self, var: Any, slot_name: str) -> Any:
        """Return the type of a state; None stands for that of the variable."""
        return {"m": self.m_dtype, "v": self.v_dtype}[slot_name]

    def _wanted(self) -> tuple[str, ...]:
        return "m", "v"

    def _update(self, var: Any, numbers: dict[str, Any], grad: Any, value: Any, *states: Any) -> Any:
        dtype, last = self.opt_dtypes
        m, v, unbiased, square = self._averages(grad, *states)
        change = unbiased / (tf.sqrt(square) + tf.cast(self.epsilon, dtype))
        name = var.name.partition(":")[0]
        if not _matches(self.exclude_from_weight_decay, name):
            change += tf.cast(value, dtype) * self._get_hyper("weight_decay_rate", dtype)
        rate = tf.cast(numbers["lr_t"], dtype)
        if not _matches(self.exclude_from_layer_adaptation, name):
            rate *= self._ratio(tf.cast(value, dtype), change)
        step = tf.cast(rate, last) * tf.cast(change, last)
        return value - tf.cast(step, value.dtype), m, v

    def _ratio(self, value: Any, change: Any) -> Any:
        """Return the norm of a variable, in units of that of its change; 1 if one of them is 0."""
        above, below = tf.norm(value), tf.norm(change)
        if self.weight_norm_clip is not None:
            above = tf.minimum(above, tf.cast(self.weight_norm_clip, above.dtype))
        return tf.where((above > 0) & (below > 0), above / below, tf.ones_like(above))

    def get_config(self) -> dict[str, Any]:
        """Return the configuration, as in the SDK without what is excluded and clipped."""
        hypers = ("learning_rate", "weight_decay_rate", "decay", "beta_1", "beta_2")
        return {
            **super().get_config(),
            **{name: self._serialize_hyperparameter(name) for name in hypers},
            "epsilon": self.epsilon,
            "m_dtype": self.m_dtype,
            "v_dtype": self.v_dtype,
            "debiasing": self.debiasing,
        }


def _matches(patterns: Iterable[str] | None, name: str) -> bool:
    return any(re.search(pattern, name) for pattern in patterns or ())


__getattr__ = refuse_others("ipu_tensorflow_addons.keras.optimizers.lamb_optimizer")
