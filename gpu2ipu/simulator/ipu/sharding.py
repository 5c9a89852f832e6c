"""Which IPU of a device an operation belongs to, as far as that matters here: not at all."""

from __future__ import annotations

from typing import Any

from ._errors import refuse_others

__all__ = ["dependencies", "enable_sharded_gradient_tape", "has_attr", "propagate_sharding"]


def enable_sharded_gradient_tape() -> None:
    """Gradients belong where their operations do; the emulation does not tell places apart."""


def propagate_sharding(g: Any) -> None:
    """Put the operations of a graph where those beside them are; nothing to do here."""


def has_attr(o: Any, attr_name: str) -> bool:
    """Whether an operation has an attribute."""
    return attr_name in o.node_def.attr


def dependencies(roots: list[Any]) -> set[Any]:
    """All operations that tensors or operations depend on, themselves among them."""
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
