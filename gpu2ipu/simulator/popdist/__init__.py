"""Emulates `popdist`: the numbers of the instances that PopRun starts, here `gpu2ipu run --instances`.

Source: the PopDist and PopRun User Guide on docs.graphcore.ai, and programs in graphcore/examples; the package itself
is not public.
"""

from __future__ import annotations

from typing import Any, Callable, Iterable

from gpu2ipu.simulator import instances

__all__ = [
    "execute_on_instances",
    "getInstanceIndex",
    "getNumInstances",
    "getNumIpusPerReplica",
    "getNumLocalReplicas",
    "getNumTotalReplicas",
    "init",
    "isPopdistEnvSet",
]


def init() -> None:
    """Connect the instances; here they are connected when they start."""


def isPopdistEnvSet() -> bool:
    """Return whether PopRun has started this process."""
    return instances.is_set()


def getNumInstances() -> int:
    """Return the number of instances."""
    return instances.read().count


def getInstanceIndex() -> int:
    """Return the index of this instance, from 0."""
    return instances.read().index


def getNumTotalReplicas() -> int:
    """Return the number of replicas of all instances."""
    return instances.read().total_replicas


def getNumLocalReplicas() -> int:
    """Return the number of replicas of this instance."""
    return instances.read().local_replicas


def getNumIpusPerReplica() -> int:
    """Return the number of IPUs of a replica."""
    return instances.read().ipus_per_replica


def execute_on_instances(instance_indices: Iterable[int], *function: Any, **kwargs: Any) -> Any:
    """Call a function with the arguments after it on these instances only; without a function, return a decorator."""
    chosen = getInstanceIndex() in set(instance_indices)

    def guarded(decorated: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args, **kwargs: decorated(*args, **kwargs) if chosen else None

    return guarded(function[0])(*function[1:], **kwargs) if function else guarded
