"""The index of the replica that runs the program."""

from __future__ import annotations

from typing import Any

from .._device import machine, program, replication
from .._errors import refuse_others

__all__ = ["replication_index"]


def replication_index(name: str | None = None) -> Any:
    """Return the index of this replica among those of all instances, from 0, as an int32 tensor."""
    instance = int(machine.settings().get(machine.PROCESS, 0))
    return replication.replica_index() + instance * program.replicas()


__getattr__ = refuse_others("tensorflow.python.ipu.ops.replication_ops")
