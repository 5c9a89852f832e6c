"""IPU509: Horovod, which distributes training over GPUs and hosts.

Its replacement is PopDist with PopRun: https://docs.graphcore.ai/projects/poprun-user-guide/en/latest/
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Rule

# The replacement of a function or class of Horovod.
_COUNTERPARTS = {
    "init": "`popdist.init()`",
    "size": "`popdist.getNumInstances()`, or `popdist.getNumTotalReplicas()` for a learning rate",
    "rank": "`popdist.getInstanceIndex()`",
    "local_rank": "nothing: `popdist.tensorflow.set_ipu_config` selects the IPUs",
    "local_size": "`popdist.getNumLocalReplicas()`",
    "allreduce": "`host_collective_ops.allreduce`",
    "broadcast_variables": "nothing: PopDistStrategy broadcasts the initial values",
    "DistributedOptimizer": "the optimizer itself: the strategy reduces the gradients",
    "DistributedGradientTape": "the tape itself: the strategy reduces the gradients",
    "BroadcastGlobalVariablesCallback": "nothing: PopDistStrategy broadcasts the initial values",
    "MetricAverageCallback": '`model.set_replication_options("mean")`',
}


class Horovod(Rule):
    """Training is distributed with Horovod."""

    id = "IPU509"
    name = "horovod"
    severity = Severity.ERROR
    alone = True
    what = "A script with Keras models imports Horovod."
    why = (
        "Horovod does not support IPUs, and the SDK has no copy of it since 3.1. `poprun` starts several processes, "
        "which share their gradients with `popdist` and a PopDistStrategy."
    )
    fix = "needs manual work"
    before = """\
import horovod.tensorflow.keras as hvd
from tensorflow import keras

hvd.init()
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())), "mse")
"""
    after = """\
import popdist
from tensorflow import keras

popdist.init()
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile(keras.optimizers.SGD(0.01 * popdist.getNumTotalReplicas()), "mse")
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call that has a counterpart, or one for the import."""
        script = port.script
        facts = facts_of(script)
        imports = [node for node, _, target in facts.imports if f"{target}.".startswith("horovod.")]
        if not imports or not facts.constructions:
            return
        used = False
        for node, name in facts.qualified.items():
            last = name.rpartition(".")[2]
            if name.startswith("horovod.") and isinstance(node, ast.Call) and last in _COUNTERPARTS:
                used = True
                message = f"Horovod does not run on IPUs: replace `{last}` by {_COUNTERPARTS[last]}"
                yield self.finding(script.span(node), message)
        if not used:
            message = "Horovod does not run on IPUs: start the processes with `poprun`, and use `popdist`"
            yield self.finding(script.span(imports[0]), message)
