"""What becomes of a generator that feeds a call: a dataset of its batches or samples, or why it needs manual work."""

from __future__ import annotations

import enum

from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.records import record


class GeneratorReason(enum.Enum):
    """Why no dataset is made of a generator."""

    UNPACKED = enum.auto()  # the call takes arguments from `*` or `**`
    MAY_BE_NONE = enum.auto()
    UNKNOWN_SHAPES = enum.auto()  # and an unknown number of batches
    SHARED = enum.auto()  # by training and validation
    NO_STEPS = enum.auto()  # say how many batches to take
    COMPUTED_STEPS = enum.auto()  # come out of a call that must not be made twice
    COMPUTED_SHUFFLE = enum.auto()
    UNNAMED = enum.auto()  # nothing can read the number of its batches
    UNKNOWN_LENGTH = enum.auto()  # `__len__` is not samples through batch size
    CUT_PASS = enum.auto()  # the steps may stop it in the middle of its batches


@record
class NoDataset:
    """The call stays as it is."""

    reason: GeneratorReason


@record
class BatchesOfGenerator:
    """A dataset of the next batches in each epoch; all must have the shapes of the first."""

    drops_partial: bool
    counted_partial: bool = False  # by the given steps, which become those of full batches


@record
class BatchesOfSequence:
    """A dataset of the full batches of a Sequence."""

    drops_partial: bool = True
    is_one_pass: bool = False  # an epoch takes at most one pass, although it may ask for more


@record
class SamplesOfSequence:
    """A dataset of all samples of a Sequence, with a batch size that divides them."""


GeneratorChange = NoDataset | BatchesOfGenerator | BatchesOfSequence | SamplesOfSequence


@record
class GeneratorData(Outcome):
    """A generator in an argument of a call, which becomes a dataset."""

    method: str  # as the script calls it
    steps_argument: str
    change: GeneratorChange | None = None  # None: nothing is to be done
    steps: Quantity = Quantity()  # that the call takes of it
