"""What becomes of the models of a script that are to be trained by several replicas."""

from __future__ import annotations

import enum

from gpu2ipu.port.batching.outcomes import NoSplit
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.records import record


class WhyOne(enum.Enum):
    """Why the models of a script stay on one replica."""

    CUSTOM_LOOP = "a training loop of its own"
    ON_BATCH = "one batch a call"
    OPTIMIZER = "an unknown optimizer"
    POPDIST = "a PopDistStrategy"
    SELECTION = "an unknown number of IPUs"


class Metrics(enum.Enum):
    """Of what the metrics are that a replicated model returns."""

    ALL = "the mean over all replicas"
    NOT_USED = "none"
    OLD_SDK = "one replica: the SDK cannot reduce them"
    PIPELINE = "one replica: a pipeline does not reduce them"
    PREDICTION = "one replica: the mean would be that of predictions, too"
    UNNAMED = "one replica: the model has no name where it is compiled"


@record
class SummedGradients(Outcome):
    """A call of `compile` whose optimizer takes the sum of the gradients of all replicas as it is."""

    replicas: int


@record
class ReplicatedModel(Outcome):
    """A model is compiled for several replicas, or stays on one."""

    replicas: int
    metrics: Metrics = Metrics.NOT_USED
    no_means: tuple[str, ...] = ()  # metrics of which the mean over replicas is another number
    why: WhyOne | NoSplit | None = None
    call: str = ""  # of `fit`, whose batches cannot be shared out
