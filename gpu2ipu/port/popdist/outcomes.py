"""What becomes of a script whose processes share their gradients with Horovod."""

from __future__ import annotations

import enum

from gpu2ipu.port.outcome import Outcome
from gpu2ipu.records import record


class WhyLeft(enum.Enum):
    """Why a script that uses Horovod is not ported."""

    CONDITIONAL = "a conditional import"
    ELASTIC = "an elastic job"
    GUARDED = "a call of the model in one process only"
    LOSS = "a loss that is summed"
    OPTIMIZER = "an optimizer that does not take the mean of each batch"
    PIPELINE = "a pipeline"
    TAPE = "a training loop of its own"
    UNKNOWN = "another function of Horovod"


class UnlikeHorovod(enum.Enum):
    """In what a counterpart is not the same as what it replaces."""

    EACH_EPOCH = "the learning rate is set once an epoch"
    ONE_SHAPE = "values of different lengths are not gathered"
    OVER_HOSTS = "processes are counted over all hosts"


@record
class HorovodUse(Outcome):
    """Something of Horovod, and its counterpart in PopDist; without edits, what keeps a script from being ported."""

    name: str  # of Horovod
    counterpart: str = ""  # empty: removed
    why: WhyLeft | None = None
    differs: UnlikeHorovod | None = None


@record
class PopDistSetUp(Outcome):
    """The statement that initializes Horovod; the instance's IPUs are configured there, and a strategy is made."""


class WhyWorkersLeft(enum.Enum):
    """Why a script with a strategy for several workers is not ported."""

    CLUSTER = "another use of its cluster"
    DATA = "unknown batches"
    LOOP = "a training loop of its own"
    PIPELINE = "a pipeline"
    STRATEGY = "another strategy, or one without a name"


@record
class WorkerStrategy(Outcome):
    """A strategy for several workers, which a PopDistStrategy replaces; without edits it is left."""

    name: str  # below `tf.distribute`
    why: WhyWorkersLeft | None = None


@record
class WorkerCluster(Outcome):
    """The description of the cluster, which PopRun has, or a number of it, with its counterpart."""

    counterpart: str = ""


@record
class SharedBatch(Outcome):
    """Data that the strategy shares out over workers, and its global batch."""
