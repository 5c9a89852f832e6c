"""IPU504: a strategy of `tf.distribute` that does not support IPUs.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/targeting_tf2.html
`num_replicas_in_sync` is always 1 there (tensorflow/python/ipu/ipu_strategy.py of the SDK).
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.batching.micro_batches import replicated_target
from gpu2ipu.port.popdist.multi_worker import worker_strategies
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.distribution_strategies import (
    DistributedDataset,
    DistributionStrategy,
    distributed_datasets,
    other_strategies,
    replaced_strategies,
    strategy_class,
)
from gpu2ipu.port.strategy.ipu_config import configuration
from gpu2ipu.port.strategy.replica_counts import COUNT, replica_counts
from gpu2ipu.rules.rule import Rule, Words

_NO_SERVERS = "use a PopDistStrategy, which shares the gradients; IPUs have no parameter servers"
_SHARED_OUT = "`fit` shares out the batches of a dataset by itself on IPUs"
# What to do about a strategy that is not replaced.
_SUGGESTIONS = {
    "ParameterServerStrategy": _NO_SERVERS,
    "experimental.ParameterServerStrategy": _NO_SERVERS,
}


def _words(outcome: DistributionStrategy) -> Words:
    unsupported = f"`tf.distribute.{outcome.name}` does not support IPUs"
    if outcome.name == "get_strategy":
        unsupported = "the default strategy of `tf.distribute` does not run on IPUs"
    if not outcome.edits:
        return Words(f"{unsupported}: {_SUGGESTIONS.get(outcome.name, 'use an IPUStrategy instead')}")
    message = (
        unsupported if outcome.name else "the script creates no strategy without a GPU, and an IPU needs one"
    )
    title = f"use an IPUStrategy on {'one IPU' if outcome.ipus == 1 else f'{outcome.ipus} IPUs'}"
    if outcome.counts_replicas:
        return Words(message, f"{title}, whose `num_replicas_in_sync` is 1", Safety.REVIEW)
    return Words(message, title)


class OtherStrategy(Rule):
    """Another strategy is used."""

    id = "IPU504"
    name = "other-strategy"
    severity = Severity.ERROR
    words = (
        (DistributionStrategy, _words),
        (DistributedDataset, lambda _: Words(_SHARED_OUT, "use the dataset itself")),
    )
    what = (
        "A model is created in the scope of a `MirroredStrategy`, a `TPUStrategy` or another strategy of "
        "`tf.distribute`."
    )
    why = (
        "It looks for GPUs and falls back to the CPU, so the model does not run on an IPU. Two strategies cannot share "
        'a scope: "Mixing different tf.distribute.Strategy objects".'
    )
    fix = "use an IPUStrategy, on one IPU or `--replicas`; strategies for several hosts need manual work"
    before = """\
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
"""
    after = """\
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each strategy, and for each dataset that one shares out."""
        script = port.script
        facts = facts_of(script)
        if not facts.constructions and not facts.unseen_calls:
            return
        replaced = replaced_strategies(port)
        others = [node for node in other_strategies(facts) if node not in worker_strategies(script)]
        for node in replaced or others:
            name = strategy_class(facts, node)
            edits = configuration(port) if replaced else ()
            counts_replicas = COUNT in script.text and not any(replica_counts(port))
            ipus = replicated_target(port).ipus
            found = DistributionStrategy(node, name, counts_replicas, ipus, edits=edits)
            yield from self.reported(port, [found])
        yield from self.reported(port, distributed_datasets(port))
