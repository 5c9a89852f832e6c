"""What becomes of the `steps_per_execution` of a `compile` call, or why it needs manual work."""

from __future__ import annotations

from gpu2ipu.port.outcome import Outcome
from gpu2ipu.records import record


@record
class Computed:
    """A value that suits all calls of the model."""

    text: str
    draws: bool = False  # to compute it draws random numbers: those after it are others


@record
class CompiledLater:
    """`compile` moves below the data whose batches the value counts."""

    is_repeated: bool  # into a cell that is run again to train on


@record
class SetAtFit:
    """A value that is set where the model is trained, which compiles it again."""

    text: str


@record
class Unpacked:
    """`**` may pass a value already."""


@record
class CalledElsewhere:
    """A method of the model is called where the script does not show it."""

    method: str


@record
class Loaded:
    """A model is trained as it is loaded: a file keeps no steps."""


@record
class UnknownSteps:
    """The number of steps is not known at `compile`."""

    call: str = ""  # whose steps, as it is written
    is_endless: bool = False  # of a dataset without a size
    builder: str = ""  # what creates the model, and could be called below the data


@record
class ExecutionSteps(Outcome):
    """A `compile` call without `steps_per_execution`, or the call that loads a compiled model."""

    change: Computed | CompiledLater | SetAtFit | Unpacked | CalledElsewhere | Loaded | UnknownSteps


@record
class ManyExecutions(Outcome):
    """A given `steps_per_execution` that suits all calls, but makes many executions of an epoch."""

    given: int
    steps: int
    text: str  # a larger value that suits all calls


@record
class UnsuitableSteps(Outcome):
    """A given `steps_per_execution` that does not divide the batches of a call, or may not, if nobody counts them."""

    given: int
    steps: int | None
    validation_steps: int | None = None
    text: str = ""  # another value
