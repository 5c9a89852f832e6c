"""What is done to a call of `fit`, `evaluate` or `predict` so that all of its batches are full, or why nothing is."""

from __future__ import annotations

import ast
import enum

from gpu2ipu.port.outcome import Outcome
from gpu2ipu.records import record


class Reason(enum.Enum):
    """Why a call needs manual work."""

    COMPUTED = enum.auto()  # samples or batch size come out of a call that must not be made twice
    UNKNOWN_INPUT = enum.auto()  # neither arrays nor a dataset that can be determined
    UNPACKED = enum.auto()  # arguments come from `*` or `**`
    SEVERAL_METHODS = enum.auto()  # the call is not the same method each time
    COUNTED = enum.auto()  # so many steps of arrays that end with a partial batch
    LEGACY = enum.auto()  # `fit_generator` has no `validation_batch_size`
    UNBOUND = enum.auto()  # the method has another name, so that there is no model for a helper
    UNKNOWN_METHOD = enum.auto()  # it may be any method of a model
    HANDED_ON = enum.auto()  # a method of a model is called elsewhere
    UNKNOWN_MODEL = enum.auto()  # what is called may be no model


@record
class Left:
    """Nothing is changed."""

    reason: Reason


@record
class Trim:
    """The remainder is dropped; `dropped` samples, where that is known and no divisor is near the batch size."""

    dropped: int | None = None


@record
class Resize:
    """Another batch size, which divides the samples."""

    size: str


@record
class OneBatch:
    """All samples in one batch, since they are fewer than a batch."""


@record
class AllSamples:
    """No steps are said, since the given ones see all samples."""


@record
class SamplesOfSteps:
    """Only the samples that the given steps see."""


@record
class Pad:
    """Samples are added to fill the last batch, and their results cut off."""


@record
class OneByOne:
    """Each batch is predicted by a call of its own, since nobody knows their number at `compile`."""


@record
class Split:
    """`validation_split` is written out, as Keras does it, in full batches."""


@record
class Unfold:
    """A call of a `functools.partial` is written with all of its arguments."""


Change = Left | Trim | Resize | OneBatch | AllSamples | SamplesOfSteps | Pad | OneByOne | Split | Unfold


@record
class CallBatches(Outcome):
    """How the batches of one call become full."""

    method: str
    change: Change
    samples: int | None = None  # where the script fixes it
    batch_size: int | None = None
    # metrics and losses to which another batch size may give another value
    batch_dependent: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """What is called, as the script writes it."""
        return ast.unparse(self.node.func) if isinstance(self.node, ast.Call) else self.method


@record
class ArrayBatches(CallBatches):
    """The batches of arrays that `fit` trains on or that `evaluate` takes."""


@record
class PredictionBatches(CallBatches):
    """The batches of `predict`."""


@record
class ValidationBatches(CallBatches):
    """The batches of the validation inside `fit`."""


@record
class CountedRemainder(Outcome):
    """An argument counts the partial batch of its dataset, which is dropped."""

    argument: str
    full: str = ""  # the number of full batches as it is written
    is_certain: bool = True


@record
class TooFewBatches(Outcome):
    """A dataset has fewer batches than an argument asks for in all epochs."""

    argument: str
    taken: int
    available: int


def outcome_type(method: str) -> type[CallBatches]:
    """Return the type of the outcome for the batches that a method takes itself."""
    return PredictionBatches if method == "predict" else ArrayBatches
