"""The assignment of operations to the IPUs of a device, which has no effect here."""

from __future__ import annotations

from typing import Any

from ._errors import refuse_others

__all__ = ["dependencies", "enable_sharded_gradient_tape", "has_attr", "propagate_sharding"]


def enable_sharded_gradient_tape() -> None:
    """Place gradients on the IPUs of their operations; no effect here."""


def propagate_sharding(g: Any) -> None:
    """Place the operations of a graph on the IPUs of their neighbours; no effect here."""


def has_attr(o: Any, attr_name: str) -> bool:
    """Return whether an operation has an attribute."""
    return attr_name in o.node_def.attr


def dependencies(roots: list[Any]) -> set[Any]:
    """Return all operations that tensors or operations depend on, including these."""
    found: set[Any] = set()
    pending = list(roots)
    while pending:
        node = pending.pop()
        operation = node.op if hasattr(node, "op") and not hasattr(node, "node_def") else node
        if operation not in found:
            found.add(operation)
            pending += [tensor.op for tensor in operation.inputs] + list(operation.control_inputs)
    return found


__getattr__ = refuse_others("tensorflow.python.ipu.sharding")
