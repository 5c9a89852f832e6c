"""Replica counts: where a script asks a strategy how many replicas it has, to size batches or a learning rate by it.

`num_replicas_in_sync` of an IPUStrategy is 1 for any number of IPUs: tensorflow/python/ipu/ipu_strategy.py of the SDK.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.edits import Replace
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.port.replicas.hindrances import hindrance_of
from gpu2ipu.port.replicas.outcomes import ReplicatedModel
from gpu2ipu.port.strategy.distribution_strategies import replaced_strategies
from gpu2ipu.records import record

COUNT = "num_replicas_in_sync"
_IN_A_REPLICA = (
    "tensorflow.distribute.get_replica_context"  # there losses are scaled, which the port averages
)


@record
class ReplicaCount(Outcome):
    """The number of replicas is read of a strategy that an IPUStrategy is going to replace."""

    replicas: int


def replica_counts(port: Port) -> Iterator[ReplicaCount]:
    """Yield where the number of replicas is read, if replicas are asked for and the models can have some."""
    if port.target.replicas == 1 or not (port.makes(ReplicaCount) and port.makes(ReplicatedModel)):
        return
    if not replaced_strategies(port) or hindrance_of(port) is not None:
        return
    facts = facts_of(port.script)
    for node in port.script.nodes:
        if (
            isinstance(node, ast.Attribute)
            and node.attr == COUNT
            and isinstance(node.ctx, ast.Load)
            and facts.qualified.get(node.value) != _IN_A_REPLICA
        ):
            count = str(port.target.replicas)
            yield ReplicaCount(node, port.target.replicas, edits=(Replace(port.script.span(node), count),))
