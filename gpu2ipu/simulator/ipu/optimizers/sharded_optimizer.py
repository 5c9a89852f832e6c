"""An optimizer for programs that are spread over IPUs with `ipu_shard`."""

from __future__ import annotations

from typing import Any

from .._errors import refuse_others
from .ipu_optimizer import IpuOptimizer

__all__ = ["ShardedOptimizer"]


class ShardedOptimizer(IpuOptimizer):
    """Puts gradients and updates where their variables are, which changes no number."""

    def __init__(self, optimizer: Any) -> None:
        """Wrap an optimizer of `tf.compat.v1.train`."""
        super().__init__(optimizer, "ShardedOptimizer")

    def compute_gradients(self, loss: Any, var_list: Any = None, **kwargs: Any) -> Any:
        """The gradients, each beside the operation that it belongs to."""
        return super().compute_gradients(loss, var_list, **{**kwargs, "colocate_gradients_with_ops": True})


__getattr__ = refuse_others("tensorflow.python.ipu.optimizers.sharded_optimizer")
