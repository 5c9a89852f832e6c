"""IPU504: a strategy of `tf.distribute` that knows no IPUs.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/targeting_tf2.html
`num_replicas_in_sync` is always 1 there (tensorflow/python/ipu/ipu_strategy.py of the SDK).
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.distribution_strategies import (
    other_strategies,
    replaced_strategies,
    strategy_class,
)
from gpu2ipu.port.strategy.ipu_config import configuration
from gpu2ipu.rules.rule import Rule

_NO_SERVERS = "IPUs know no parameter servers; a PopDistStrategy shares the gradients instead"
_MANY_MACHINES = "a PopDistStrategy, started by `poprun`, takes its place"
# What to do about a strategy that is not replaced.
_WAYS_OUT = {
    "MultiWorkerMirroredStrategy": _MANY_MACHINES,
    "experimental.MultiWorkerMirroredStrategy": _MANY_MACHINES,
    "ParameterServerStrategy": _NO_SERVERS,
    "experimental.ParameterServerStrategy": _NO_SERVERS,
}


class OtherStrategy(Rule):
    """Something else holds the scope."""

    id = "IPU504"
    name = "other-strategy"
    severity = Severity.ERROR
    what = "A model is made in the scope of a `MirroredStrategy` or another one of `tf.distribute`."
    why = (
        "It looks for GPUs and falls back on the CPU, so the model never comes near an IPU. Two strategies cannot hold "
        'one scope: "Mixing different tf.distribute.Strategy objects".'
    )
    fix = "an IPUStrategy on one IPU in its place; strategies over several machines are left for a person"
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
        """One finding for each strategy."""
        script = port.script
        if "Strategy" not in script.text:
            return
        facts = facts_of(script)
        if not facts.constructions and not facts.unseen_calls:
            return
        replaced = replaced_strategies(port)
        for node in replaced or other_strategies(facts):
            name = strategy_class(facts, node)
            if replaced:
                known = f"`tf.distribute.{name}` knows no IPUs"
                message = (
                    known if name else "without a GPU the script makes no strategy, and an IPU needs one"
                )
                title = "an IPUStrategy on one IPU in its place"
                safety = Safety.SAFE
                if "num_replicas_in_sync" in script.text:
                    title, safety = f"{title}, where `num_replicas_in_sync` is 1", Safety.REVIEW
                fix = Fix(title, safety, configuration(port))
                yield self.finding(script.span(node), message, fix)
            else:
                way = _WAYS_OUT.get(name, "put an IPUStrategy in its place")
                yield self.finding(script.span(node), f"`tf.distribute.{name}` knows no IPUs: {way}")
