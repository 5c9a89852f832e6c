"""What becomes of the models of a script that is to be pipelined."""

from __future__ import annotations

import enum

from gpu2ipu.port.outcome import Outcome
from gpu2ipu.records import record


class Why(enum.Enum):
    """Why a model does not get stages."""

    UNKNOWN_LAYERS = "unknown layers"
    TOO_FEW = "too few parts"
    TOO_FEW_LAYERS = "too few layers"
    NO_NAME = "no name"
    SHARED = "a shared layer"
    ON_BATCH = "one batch a call"
    CUSTOM_LOOP = "a training loop of its own"
    OTHER_MODEL = "another model without stages"
    NESTED = "a model in the model"
    SUBCLASS = "a subclass"


@record
class StagedModel(Outcome):
    """A model gets pipeline stages: blocks around the calls of its layers, or a list.

    It has no edits before it is in the scope of a strategy.
    """

    stages: int
    is_listed: bool = False
    is_even: bool = False  # the same number of layers in each stage, whatever they cost
    is_computed: bool = False  # by a function, when the script runs
    is_planned: bool = False  # by a plan
    is_moved: bool = False  # where that would cut within a statement, at another one
    fits: bool = True  # each stage, on an IPU, as far as that is known


@record
class UnstagedModel(Outcome):
    """A model that does not get stages."""

    stages: int
    why: Why
    parts: int = 0  # into which it can be cut
    other: str = ""  # another model, as the script calls it
    is_listed: bool = False  # a `Sequential`


@record
class NormalizedBatches(Outcome):
    """A batch normalization, or a model with some, in a script that trains on micro-batches."""

    name: str
    loses_statistics: bool = False  # its moving statistics are not updated properly


class Fault(enum.Enum):
    """What is wrong with the stages of a model."""

    FIRST = "the first one is not 0"
    GAP = "a stage without a layer"
    BACKWARD = "back to an earlier stage"
    LENGTH = "another number of stages than of layers"
    WITHOUT = "a layer without a stage"


@record
class WrongStage(Outcome):
    """A stage that the SDK refuses after another one; for a wrong length, the numbers of stages and of layers."""

    fault: Fault
    before: int
    stage: int
