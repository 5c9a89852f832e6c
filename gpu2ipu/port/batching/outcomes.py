"""What is done to a call of `fit`, `evaluate` or `predict` so that all of its batches are full, or why nothing is.

A generator that feeds a call becomes a dataset of its batches or samples.
"""

from __future__ import annotations

import ast
import enum

from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.records import record


class Reason(enum.Enum):
    """Why a call needs manual work."""

    COMPUTED = enum.auto()  # samples or batch size come out of a call that must not be made twice
    NO_BATCH_SIZE = enum.auto()  # what is given as batch size is no positive integer
    UNKNOWN_INPUT = enum.auto()  # neither arrays nor a dataset that can be determined
    SPARSE = enum.auto()  # of a sparse matrix, which has no length and which an IPU does not take
    UNPACKED = enum.auto()  # arguments come from `*` or `**`
    SEVERAL_METHODS = enum.auto()  # the call is not the same method each time
    FEW_SAMPLES = enum.auto()  # fewer than the micro-batches of an update
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
    """Another batch size, which divides the samples; where there is none, the remainder is dropped."""

    size: str
    dropped: int | None = 0  # samples; None where the number of samples is not fixed
    together: int = 1  # batches that stages or replicas take together


@record
class InParts:
    """Full batches, and the remainder as one batch of its own, or as many as are taken together."""

    rest: int | None  # samples, where the script fixes them
    together: int = 1
    are_means: bool = True  # the results, which can be averaged then; else nothing says so
    # in calls that suit `steps_per_execution`, since nobody knows their number before
    by_executions: bool = False


@record
class OneBatch:
    """All samples in one batch, since they are fewer than a batch."""

    together: int = 1  # micro-batches of an update that the script makes itself


@record
class AllSamples:
    """No steps are said, since the given ones see all samples."""


@record
class SamplesOfSteps:
    """Only the samples that the given steps see."""


@record
class Pad:
    """Samples are added to fill the last batch, or a multiple of some batches, and their results cut off."""

    batches: int = 1


@record
class OneByOne:
    """Each batch is predicted by a call of its own, since nobody knows their number at `compile`."""


@record
class UnseenOneByOne:
    """The same for data that may be arrays or a dataset, which the port finds out."""


@record
class Split:
    """`validation_split` is written out, as Keras does it, in full batches of the samples that are held out."""

    held_out: int | None = None  # where the script fixes it
    dropped: int | None = 0  # of them; None where that is not fixed
    is_counted: bool = False  # its steps say how many of them it takes


@record
class Unfold:
    """A call of a `functools.partial` is written with all of its arguments."""


Change = (
    Left
    | Trim
    | Resize
    | InParts
    | OneBatch
    | AllSamples
    | SamplesOfSteps
    | Pad
    | OneByOne
    | UnseenOneByOne
    | Split
    | Unfold
)


@record
class NewCut:
    """Arrays that are cut to a number of samples, which may be computed from a batch size that gets a name."""

    facts: Facts
    arrays: tuple[ast.expr, ...]
    stop: ast.expr
    unless_none: ast.expr | None = None  # there may be no arrays, as this is `None` then


@record
class CallBatches(Outcome):
    """How the batches of one call become full."""

    method: str
    change: Change
    samples: int | None = None  # where the script fixes it
    batch_size: int | None = None
    # metrics and losses to which another batch size may give another value
    batch_dependent: tuple[str, ...] = ()
    cut: NewCut | None = None  # not written yet

    @property
    def is_done(self) -> bool:
        """True if nothing is left for manual work."""
        return bool(self.edits or self.arguments or self.cut)

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
class OpenRound(Outcome):
    """A call whose batches may not be as many as the stages of a pipeline, or the replicas, take together."""

    method: str
    stages: int
    batches: int | None = None  # where the script fixes them
    replicas: int = 1


@record
class Regrouped(Outcome):
    """The batches of a dataset that a pipelined model evaluates or predicts are made anew."""

    method: str
    number: int  # of batches that a pipeline takes together
    is_cut: bool  # each batch into so many; else all samples are batched anew
    size: int | None = None  # of a batch, where it is fixed


@record
class KeptRemainder(Outcome):
    """A call takes full batches of a dataset that ends with a partial one, and what is left over by itself."""

    method: str
    change: InParts | Pad | Trim


class NoSplit(enum.Enum):
    """Why the batch of a training call is not split into micro-batches."""

    UNKNOWN_INPUT = enum.auto()  # neither arrays nor a dataset that can be determined
    GENERATOR = enum.auto()  # is no dataset yet
    COUNTED = enum.auto()  # the steps of arrays say how large a batch is
    COMPUTED = enum.auto()  # the batch size comes out of a call that must not be made twice
    UNKNOWN_BATCH = enum.auto()  # its size is needed, and cannot be determined
    FEW_SAMPLES = enum.auto()  # than a batch
    UNEVEN = enum.auto()  # a batch of a dataset is no multiple
    DIFFERENT = enum.auto()  # the calls of one model would accumulate different numbers
    OTHER_CALL = enum.auto()  # of the same model cannot be split
    ON_BATCH = enum.auto()  # the model is trained batch by batch as well
    NO_COMPILE = enum.auto()  # the call that compiles the model cannot be determined
    UNNAMED_MODEL = enum.auto()  # what is compiled has no name
    FIXED_INPUTS = enum.auto()  # of the models are created for one batch size
    ACCUMULATES = (
        enum.auto()
    )  # the script accumulates gradients by itself, so that its batches are parts already


@record
class SplitBatch(Outcome):
    """A training call computes its batches in parts, whose gradients are accumulated or averaged over replicas."""

    accumulation: int | None
    batch: int | None  # samples of the script's batch, where it is fixed
    size: int | None = None  # samples of a micro-batch
    whole: int | None = None  # samples of a weight update
    reason: NoSplit | None = None
    replicas: int = 1
    batch_losses: tuple[str, ...] = ()  # losses that are no means over the samples of a batch


@record
class CountedRemainder(Outcome):
    """An argument counts the partial batch of its dataset, which is dropped."""

    argument: str
    full: str = ""  # the number of full batches as it is written
    is_certain: bool = True
    is_understood: bool = True  # False: it may count something else


@record
class TooFewBatches(Outcome):
    """A dataset has fewer batches than an argument asks for in all epochs."""

    argument: str
    taken: int
    available: int


def outcome_type(method: str) -> type[CallBatches]:
    """Return the type of the outcome for the batches that a method takes itself."""
    return PredictionBatches if method == "predict" else ArrayBatches


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
    PARTIAL_BATCH = enum.auto()  # the steps count it, and no sample may be dropped
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
    """A dataset of all samples of a Sequence, with a batch size that divides them, in a multiple of some batches."""

    together: int = 1
    drops_partial: bool = False  # where no batch size near the original divides the samples


GeneratorChange = NoDataset | BatchesOfGenerator | BatchesOfSequence | SamplesOfSequence


@record
class GeneratorData(Outcome):
    """A generator in an argument of a call, which becomes a dataset."""

    method: str  # as the script calls it
    steps_argument: str
    change: GeneratorChange | None = None  # None: nothing is to be done
    steps: Quantity = Quantity()  # that the call takes of it
