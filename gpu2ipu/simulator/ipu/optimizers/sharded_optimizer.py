"""An optimizer for programs that are sharded over IPUs with `ipu_shard`."""

from __future__ import annotations

from typing import Any

from .._errors import refuse_others
from .ipu_optimizer import IpuOptimizer

__all__ = ["ShardedOptimizer"]


class ShardedOptimizer(IpuOptimizer):
    """Places gradients and updates on the IPUs of their variables, which has no effect here."""

    def __init__(self, optimizer: Any) -> None:
        """Wrap an optimizer of `tf.compat.v1.train`."""
        super().__init__(optimizer, "ShardedOptimizer")

    def compute_gradients(self, loss: Any, var_list: Any = None, **kwargs: Any) -> Any:
        """Return the gradients, each colocated with its operation."""
        return super().compute_gradients(loss, var_list, **{**kwargs, "colocate_gradients_with_ops": True})


__getattr__ = refuse_others("tensorflow.python.ipu.optimizers.sharded_optimizer")
