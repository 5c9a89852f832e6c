"""IPU513: a MultiWorkerMirroredStrategy, which trains on the GPUs of several hosts.

Its replacement is a PopDistStrategy: https://docs.graphcore.ai/projects/poprun-user-guide/en/latest/
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.popdist.multi_worker import worker_outcomes
from gpu2ipu.port.popdist.outcomes import SharedBatch, WhyWorkersLeft, WorkerCluster, WorkerStrategy
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule, Words
from gpu2ipu.rules.setup.horovod import START

_USE = f"use a PopDistStrategy, started by `{START}`"
_REASONS = {
    WhyWorkersLeft.CLUSTER: "the script asks for more of its cluster than `popdist` says: remove that",
    WhyWorkersLeft.DATA: "cannot determine the batches of `fit`: shard the data and divide the batch by the replicas",
    WhyWorkersLeft.LOOP: "it shares out the data of a training loop: let that take the batches of an instance",
    WhyWorkersLeft.PIPELINE: "`PipelineStage` is refused in its scope: convert without pipeline stages",
    WhyWorkersLeft.STRATEGY: "there is another strategy, or this one has no name of its own",
}


def _words(outcome: WorkerStrategy) -> Words:
    message = f"`tf.distribute.{outcome.name}` does not support IPUs"
    if outcome.why is not None:
        return Words(f"{message}: {_USE}; {_REASONS[outcome.why]}")
    return Words(message, f"configure an instance and {_USE}")


def _cluster_words(outcome: WorkerCluster) -> Words:
    title = outcome.counterpart or "remove the cluster"
    return Words("`poprun` says which instances there are, instead of TF_CONFIG", title)


def _batch_words(_: SharedBatch) -> Words:
    message = "a PopDistStrategy shares out neither data nor batches"
    return Words(
        message, "each instance takes every n-th sample, each replica its part of a batch", Safety.REVIEW
    )


class MultiWorkerStrategy(Rule):
    """A strategy for several hosts is used."""

    id = "IPU513"
    name = "multi-worker-strategy"
    severity = Severity.ERROR
    effort = Effort.HIGH
    prepares = True
    words = (
        (WorkerStrategy, _words),
        (WorkerCluster, _cluster_words),
        (SharedBatch, _batch_words),
    )
    what = "A script creates a `MultiWorkerMirroredStrategy`."
    why = (
        "It shares gradients over GPUs and hosts. `poprun` starts processes that share theirs with `popdist` and a "
        "PopDistStrategy, which also averages them over `num_replicas_in_sync` replicas, but takes data and batches as "
        "they are."
    )
    fix = "PopDist; training loops of a script's own need manual work"
    before = """\
import tensorflow as tf

strategy = tf.distribute.MultiWorkerMirroredStrategy()
data = tf.data.Dataset.range(640).map(lambda n: (tf.zeros(4), n)).batch(64)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse")
model.fit(data)
"""
    after = """\
import tensorflow as tf
import popdist
import popdist.tensorflow
from tensorflow.python import ipu
from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy

ipu_config = ipu.config.IPUConfig()
popdist.tensorflow.set_ipu_config(ipu_config)
ipu_config.configure_ipu_system()
strategy = PopDistStrategy()
data = tf.data.Dataset.range(640).map(lambda n: (tf.zeros(4), n)).shard(popdist.getNumInstances(), popdist.getInstanceIndex()).batch(64 // popdist.getNumTotalReplicas())
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse")
model.fit(data)
"""  # noqa: E501

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for the strategy, for each part of the cluster, and for the data of each training."""
        yield from self.reported(port, worker_outcomes(port))
