"""An optimizer that applies the mean of the gradients of all replicas."""

from __future__ import annotations

from typing import Any

from .._errors import refuse_others
from ..ops import cross_replica_ops
from .ipu_optimizer import IpuOptimizer

__all__ = ["CrossReplicaOptimizer", "apply_cross_replica_op", "apply_cross_replica_op_single"]


def apply_cross_replica_op_single(grad: Any, var: Any) -> tuple[Any, Any]:
    """Return the mean of a gradient over replicas, with its variable."""
    return (grad if grad is None else cross_replica_ops.cross_replica_mean(grad)), var


def apply_cross_replica_op(grads_and_vars: Any) -> list[tuple[Any, Any]]:
    """Return the means of gradients over replicas, with their variables."""
    return [apply_cross_replica_op_single(gradient, variable) for gradient, variable in grads_and_vars]


class CrossReplicaOptimizer(IpuOptimizer):
    """Wraps an optimizer of `tf.compat.v1.train`; each replica gets the same update."""

    def __init__(self, opt: Any, name: str = "CrossReplicaOptimizer") -> None:
        """Wrap `opt`."""
        super().__init__(opt, name)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """Apply the means of the gradients over replicas."""
        return self._opt.apply_gradients(apply_cross_replica_op(grads_and_vars), global_step, name)


__getattr__ = refuse_others("tensorflow.python.ipu.optimizers.cross_replica_optimizer")
