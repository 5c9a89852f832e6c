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


@record
class AveragedLoss(Outcome):
    """A loss object that averages over the batch inside of a compiled step; `node` is a call of it."""

    is_subclass: bool = False  # of the script, which sets the reduction itself
