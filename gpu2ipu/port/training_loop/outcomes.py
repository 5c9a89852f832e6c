"""What becomes of a custom training loop: the steps that are compiled, or why they need manual work."""

from __future__ import annotations

import enum

from gpu2ipu.analysis.keras.graph_obstacles import Obstacle
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.records import record


class StepReason(enum.Enum):
    """Why a step needs manual work, apart from what it has in it; in parentheses, what `code` is then."""

    IN_ELSE = enum.auto()  # of a loop
    ENCLOSES_STEP = enum.auto()
    CARRIES_VALUE = enum.auto()  # from one iteration to the next
    SHARES_LINES = enum.auto()  # with other statements, or has a string of several lines
    CHANGING_NUMBER = enum.auto()  # of Python (its name)
    CREATED_IN_LOOP = enum.auto()  # an object that a compiled step does not see (its name)
    NO_LOOP = enum.auto()  # encloses it
    NO_UPDATE = enum.auto()  # the gradients are not applied next to the tape
    CHANGING_VALUE = enum.auto()  # a compiled step keeps its first value (its name)
    NEVER_CALLED = enum.auto()  # (the function)
    DECORATED = enum.auto()
    PASSED_ON = enum.auto()  # to other code (the function)
    UNNAMED_OBJECT = enum.auto()  # has the method, and nothing keeps it alive (the method)
    IN_GRAPH = enum.auto()  # called in a `tf.function` that is no program (the function)
    NEW_MODEL = enum.auto()  # or optimizer, created by a loop
    UNSUPPORTED_ARGUMENT = enum.auto()  # (the argument)
    UNPACKED = enum.auto()  # arguments come from `**`
    OTHER_STRATEGY = enum.auto()  # in the script
    OUT_OF_REACH = enum.auto()  # is the strategy
    NO_STRATEGY = enum.auto()  # can be created


@record
class Uncompiled:
    """A step that stays as it is."""

    reason: StepReason
    code: str = ""
    dtype: str = ""  # of an unsupported argument


Hindrance = Obstacle | Uncompiled


@record
class CustomStep(Outcome):
    """A step of a custom training loop, at its tape or at the call of a model, is compiled and run by the strategy."""

    trains: bool
    hindrance: Hindrance | None = None


class HostReason(enum.Enum):
    """Why a loop that runs steps stays on the host; in parentheses, what `code` is then."""

    SEVERAL_STEPS = enum.auto()  # for one batch
    NOT_EACH_BATCH = enum.auto()  # runs the step
    ARGUMENTS = enum.auto()  # of `run` are not written out
    REPLICAS = enum.auto()  # take batches of their own
    LEAVES_ITERATORS = enum.auto()  # to TensorFlow, the strategy does
    CALLED_AGAIN = enum.auto()  # perhaps (the function that the loop is in)
    ANOTHER_DATASET = enum.auto()  # in each round of the loops around (the dataset)
    UNKNOWN_LENGTH = enum.auto()  # (the dataset)
    PARTIAL_BATCH = enum.auto()  # at the end, perhaps (the dataset)
    UNKNOWN_STEP = enum.auto()  # is no function of the script (the step)
    NO_RESULT = enum.auto()  # is returned by the step, but the loop takes one (the step)
    CHANGING_ARGUMENT = enum.auto()  # that the step takes beside the batch (the argument)
    READS_BATCH = enum.auto()  # other code than the step (what it reads)
    ENDS_EARLY = enum.auto()  # perhaps (the statement)
    NEEDS_STEP = enum.auto()  # what a step has changed by then, or what the next one reads (the code)


@record
class KeptOnHost(Outcome):
    """A loop over a dataset that runs a step for each batch, and cannot become a program."""

    reason: HostReason
    code: str = ""


@record
class MovedLoop(Outcome):
    """A loop over a dataset that becomes a program for all of its batches."""

    step: str
    has_results: bool


@record
class AveragedLoss(Outcome):
    """A loss object that averages over the batch inside of a compiled step; `node` is a call of it."""

    is_subclass: bool = False  # of the script, which sets the reduction itself
