"""IPU512: the replicas of a strategy are counted, and an IPUStrategy always counts one.

`num_replicas_in_sync` is 1 for any number of IPUs: tensorflow/python/ipu/ipu_strategy.py of the SDK.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.replica_counts import ReplicaCount, replica_counts
from gpu2ipu.rules.rule import Effort, Rule, Words


def _words(outcome: ReplicaCount) -> Words:
    message = "`num_replicas_in_sync` of an IPUStrategy is 1 for any number of IPUs"
    return Words(message, f"{outcome.replicas}, the number of replicas", Safety.REVIEW)


class ReplicaCountRule(Rule):
    """The number of replicas is read of a strategy."""

    id = "IPU512"
    name = "replica-count"
    severity = Severity.WARNING
    effort = Effort.LOW
    prepares = True
    words = ((ReplicaCount, _words),)
    what = "`--replicas` is given, and a script reads `num_replicas_in_sync` of a strategy that is replaced."
    why = (
        "Scripts multiply the batch size and the learning rate by it. An IPUStrategy says 1, so that each replica "
        "would get a share of the batch of a single one."
    )
    fix = "the number of replicas"
    before = """\
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
batch_size = 64 * strategy.num_replicas_in_sync
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
"""
    after = before.replace("strategy.num_replicas_in_sync", "2")
    options = (("replicas", 2),)

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each place."""
        yield from self.reported(port, replica_counts(port))
