"""`IpuOptimizer`: the base class of optimizers that wrap another one."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._errors import refuse_others

__all__ = ["IpuOptimizer"]


class IpuOptimizer(tf.compat.v1.train.Optimizer):  # type: ignore[misc]
    """Delegates everything to the wrapped optimizer; subclasses change parts of that."""

    def __init__(self, opt: Any, name: str | None = None) -> None:
        """`opt` is an optimizer of `tf.compat.v1.train`. Raises ValueError for one of Keras."""
        if not isinstance(opt, tf.compat.v1.train.Optimizer):
            raise ValueError(
                "Should use optimizer in keras.ipu.optimizers (in the Keras package) to wrap V2 optimizers"
            )
        super().__init__(False, name or type(self).__name__)
        self._opt = opt

    def get_name(self) -> str:
        """Return the name of the wrapped optimizer."""
        return str(self._opt.get_name())

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """Return a slot of the wrapped optimizer."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> Any:
        """Return the names of the wrapped optimizer's slots."""
        return self._opt.get_slot_names(*args, **kwargs)

    def variables(self) -> Any:
        """Return the variables of the wrapped optimizer."""
        return self._opt.variables()

    def compute_gradients(self, loss: Any, var_list: Any = None, **kwargs: Any) -> Any:
        """Return the wrapped optimizer's gradients."""
        return self._opt.compute_gradients(loss, var_list=var_list, **kwargs)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """Apply the gradients with the wrapped optimizer."""
        return self._opt.apply_gradients(grads_and_vars, global_step, name)


__getattr__ = refuse_others("tensorflow.python.ipu.optimizers.ipu_optimizer")
