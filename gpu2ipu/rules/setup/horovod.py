"""IPU509: Horovod, which distributes training over GPUs and hosts.

Its replacement is PopDist with PopRun: https://docs.graphcore.ai/projects/poprun-user-guide/en/latest/
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.popdist.horovod import horovod_uses
from gpu2ipu.port.popdist.outcomes import HorovodUse, PopDistSetUp, UnlikeHorovod, WhyLeft
from gpu2ipu.port.popdist.uses import imports_of, serves_popdist, uses_of
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule, Words

START = "poprun --num-instances=N --num-replicas=N python3 SCRIPT"
_REASONS = {
    WhyLeft.CONDITIONAL: "it is imported conditionally, or with others: import it on a line of its own at the top",
    WhyLeft.ELASTIC: "the processes of `poprun` are a fixed number: take `elastic` out",
    WhyLeft.GUARDED: "all instances run `{name}` together: take it out of the `if` that asks for the rank",
    WhyLeft.LOSS: "a loss with `{name}` is not averaged over replicas: reduce it to its mean",
    WhyLeft.OPTIMIZER: "`{name}` does more than to average the gradients of each batch, as a PopDistStrategy does",
    WhyLeft.PIPELINE: "`PipelineStage` is refused in the scope of a PopDistStrategy: convert without pipeline stages",
    WhyLeft.TAPE: "`{name}` is for a loop of your own: run its step by a PopDistStrategy, which reduces the gradients",
    WhyLeft.UNKNOWN: "`{name}` has no counterpart that is known here: use `popdist` or `host_collective_ops`",
}

_DIFFERENCES = {
    UnlikeHorovod.EACH_EPOCH: "it sets the learning rate once an epoch, not in each batch, and leaves the momentum",
    UnlikeHorovod.ONE_SHAPE: "all instances have to give it values of the same shape",
    UnlikeHorovod.OVER_HOSTS: "it counts over all hosts",
}


def _words(outcome: HorovodUse) -> Words:
    if outcome.why is not None:
        return Words(f"Horovod does not run on IPUs: {_REASONS[outcome.why].format(name=outcome.name)}")
    message = f"Horovod does not run on IPUs, `{outcome.name}` has a counterpart in PopDist"
    if not outcome.counterpart:
        return Words(message, f"remove `{outcome.name}`: a PopDistStrategy does the same")
    if outcome.differs is None:
        return Words(message, outcome.counterpart)
    return Words(message, f"{outcome.counterpart}: {_DIFFERENCES[outcome.differs]}", Safety.REVIEW)


def _set_up_words(_: PopDistSetUp) -> Words:
    title = f"configure an instance and use a PopDistStrategy; start the port with `{START}`"
    return Words("Horovod does not run on IPUs, PopDist starts and connects the processes", title)


class Horovod(Rule):
    """Training is distributed with Horovod."""

    id = "IPU509"
    name = "horovod"
    severity = Severity.ERROR
    effort = Effort.HIGH
    alone = True
    prepares = True
    words = ((HorovodUse, _words), (PopDistSetUp, _set_up_words))
    what = "A script with Keras models imports Horovod."
    why = (
        "Horovod does not support IPUs, and the SDK has no copy of it since 3.1. `poprun` starts processes that "
        "share their gradients with `popdist` and a PopDistStrategy: it averages them, as Horovod does, broadcasts "
        "initial values and reduces metrics. Data is shared out over instances, the learning rate scaled by replicas."
    )
    fix = "PopDist; loops with a tape, Adasum and elastic jobs need manual work"
    before = """\
import horovod.tensorflow.keras as hvd
from tensorflow import keras

hvd.init()
model = keras.models.load_model("model.h5")
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())), "mse")
"""
    after = """\
import popdist
import popdist.tensorflow
from tensorflow import keras
from tensorflow.python import ipu
from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy

ipu_config = ipu.config.IPUConfig()
popdist.tensorflow.set_ipu_config(ipu_config)
ipu_config.configure_ipu_system()
strategy = PopDistStrategy()
model = keras.models.load_model("model.h5")
model.compile(keras.optimizers.SGD(0.01 * popdist.getNumTotalReplicas()), "mse")
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each use, or for the import of a script that uses nothing."""
        imports = imports_of(port.script)
        if imports and serves_popdist(port.script):
            return
        if imports and not uses_of(port.script):
            message = f"Horovod does not run on IPUs: start the processes with `{START}`, and use `popdist`"
            yield self.finding(port.script.span(imports[0]), message)
        yield from self.reported(port, horovod_uses(port) if imports else ())
