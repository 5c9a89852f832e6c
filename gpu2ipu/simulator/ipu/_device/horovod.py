"""What `tensorflow.python.ipu.horovod` has until SDK 3.0, where `ipu.distributed` has it, too: Horovod for instances.

A process is an instance. `PopDistStrategy` needs `init` there, and calls it itself since 3.1.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from gpu2ipu.simulator import instances
from gpu2ipu.simulator.sdk import version

from . import instance_collectives

Average, Sum = "Average", "Sum"

_initialised: list[bool] = []


def init(*args: Any, **kwargs: Any) -> None:
    """Connect the instances; here they are connected when they start."""
    _initialised.append(True)


def check() -> None:
    """Raise ValueError if Horovod is needed and `init` has not been called."""
    if version.before("3.1") and not _initialised:
        raise ValueError("Horovod has not been initialized; use hvd.init().")


def size() -> int:
    """Return the number of instances."""
    check()
    return instances.read().count


def rank() -> int:
    """Return the index of this instance."""
    check()
    return instances.read().index


def allreduce(tensor: Any, op: Any = None, **kwargs: Any) -> Any:
    """Return the mean, or the sum, over all instances."""
    check()
    if op not in (None, Average, Sum):
        raise ValueError(f"Unsupported op: {op}")
    return instance_collectives.reduced([tf.convert_to_tensor(tensor)], mean=op != Sum)[0]


def broadcast(tensor: Any, root_rank: int, **kwargs: Any) -> Any:
    """Return the value of instance `root_rank`."""
    check()
    return instance_collectives.broadcast(tf.convert_to_tensor(tensor), root_rank)


#: Name in the SDK -> object here. All instances are on this machine.
NAMES: dict[str, Any] = {
    "Average": Average,
    "Sum": Sum,
    "allreduce": allreduce,
    "broadcast": broadcast,
    "init": init,
    "local_rank": rank,
    "local_size": size,
    "rank": rank,
    "size": size,
}
