"""The words for how the batches of a call become full: the same for `fit`, `evaluate`, `predict` and validation."""

from __future__ import annotations

from gpu2ipu.findings import Safety
from gpu2ipu.port.batching.outcomes import (
    AllSamples,
    CallBatches,
    InParts,
    Left,
    OneBatch,
    OneByOne,
    Pad,
    Reason,
    Resize,
    SamplesOfSteps,
    Split,
    Trim,
    Unfold,
    UnseenOneByOne,
)
from gpu2ipu.rules.rule import Words

_FULL = "make sure that its batches are full"
# Where nothing shows that a batch is partial.
_UNCERTAIN = (
    *(Reason.UNKNOWN_INPUT, Reason.UNKNOWN_METHOD, Reason.UNKNOWN_MODEL, Reason.UNPACKED),
    *(Reason.SEVERAL_METHODS, Reason.HANDED_ON),
)


def batch_words(outcome: CallBatches, what: str) -> Words:
    """The message, title and safety for an outcome; `what` is the call as the message names it."""
    words = _words(outcome, what)
    if outcome.batch_dependent:
        names = outcome.batch_dependent
        depends = mixing(names) if outcome.method == "predict" else averages_of_batches(names)
        return words._replace(message=words.message + depends, safety=Safety.REVIEW)
    return words


def averages_of_batches(names: tuple[str, ...]) -> str:
    """Return what to say of metrics and losses to which another batch size may give another value; "" of none."""
    if not names:
        return ""
    verb = "is" if len(names) == 1 else "are"
    return f"; {', '.join(f'`{name}`' for name in names)} {verb} computed from each batch, and averaged"


def mixing(names: tuple[str, ...]) -> str:
    """Return what to say of layers whose results depend on what else is in a batch."""
    verb = "mixes" if len(names) == 1 else "mix"
    return f"; {', '.join(f'`{name}`' for name in names)} {verb} the samples of a batch"


def words_in_parts(message: str, change: InParts) -> Words:
    """Return the words for an evaluation in parts."""
    of = f" of {change.rest} samples" if change.rest is not None and change.together == 1 else ""
    smaller = "as a smaller one" if change.together == 1 else f"in {change.together} smaller ones"
    title = f"evaluate full batches, then the remainder{of} {smaller}, and average by samples"
    if change.by_executions:
        title = f"{title}; in calls that suit `steps_per_execution`: their number is not known at `compile()`"
    if not change.are_means:
        title += ", as is right for means"
    if change.together > 1:
        title += f"; up to {change.together - 1} samples are dropped"
    is_exact = change.are_means and change.together == 1
    return Words(message, title, Safety.SAFE if is_exact else Safety.REVIEW)


def _words(outcome: CallBatches, what: str) -> Words:
    partial = f"{what} ends with a partial batch{_numbers(outcome)}"
    match outcome.change:
        case Left(reason):
            text = _manual_work(outcome, reason, what, partial)
            return Words(text, is_certain=reason not in _UNCERTAIN)
        case Trim(None):
            message = f"{what} ends each epoch with a partial batch unless the batch size divides the samples"
            return Words(message, "train on full batches: the remainder is dropped", Safety.REVIEW)
        case Trim(dropped):
            why = f"no batch size near {outcome.batch_size} divides them"
            return Words(
                partial, f"drop the last {dropped} of {outcome.samples} samples: {why}", Safety.REVIEW
            )
        case Resize() as change:
            return _resized(partial, change, outcome.samples)
        case InParts() as change:
            return words_in_parts(partial, change)
        case OneBatch(1):
            return Words(
                f"{what} has fewer samples than a batch: {outcome.samples}", "one batch of all samples"
            )
        case OneBatch(batches):
            message = f"{what} has fewer samples than an update takes: {outcome.samples}"
            return Words(message, f"one update on {batches} batches of all samples")
        case AllSamples():
            message = "the batches of `validation_steps` without a batch size may be partial"
            return Words(message, "validate on all samples without it")
        case SamplesOfSteps():
            message = f"{what} takes a number of steps of arrays that end with a partial batch"
            return Words(message, "validate on the samples of these steps")
        case Pad(1):
            return Words(partial, "pad to full batches, predict, cut the padding off")
        case Pad(batches):
            message = f"{partial}, and stages or replicas take {batches} together"
            return Words(message, f"pad to a multiple of {batches} batches, predict, cut the padding off")
        case OneByOne():
            message = f"the number of batches of {what} is not known at `compile()`"
            return Words(message, "pad to full batches, predict them one by one")
        case UnseenOneByOne():
            message = f"cannot determine the type or size of the input of {what}"
            title = "predict full batches of arrays or of a dataset one by one"
            return Words(message, title, Safety.REVIEW, is_certain=False)
        case Split(held_out, dropped, is_counted):
            message = "`validation_split` leaves a partial batch at the end of training or validation"
            seen = (
                "all samples" if dropped == 0 else f"{(held_out or 0) - (dropped or 0)} of {held_out} samples"
            )
            seen = (
                "the full batches of its steps" if is_counted else "full batches" if dropped is None else seen
            )
            return Words(
                message, f"split as Keras does, train on full batches, validate on {seen}", Safety.REVIEW
            )
        case Unfold():
            message = f"{what} has bound arguments (`functools.partial`), and its batches must be full"
            return Words(message, f"call {what} with all arguments at once")


def _resized(partial: str, change: Resize, samples: int | None) -> Words:
    """The words for another batch size, which may leave a remainder."""
    if change.dropped == 0:
        return Words(partial, f"batch size that divides the samples: {change.size}")
    if change.dropped is not None:
        suits = "the steps of the training" if change.together == 1 else "the stages or replicas"
        dropped = f"the last {change.dropped} of {samples} samples are dropped"
        return Words(partial, f"batch size that suits {suits}: {change.size}; {dropped}", Safety.REVIEW)
    if change.together == 1:
        title = f"a batch size near the original that divides the samples: {change.size}; if there is none,"
    else:
        title = f"batch size that suits the stages or replicas: {change.size}; where it does not divide the samples,"
    return Words(partial, f"{title} the remainder is dropped", Safety.REVIEW)


def _numbers(outcome: CallBatches) -> str:
    if not (outcome.samples and outcome.batch_size):
        return " unless the batch size divides the samples"
    samples = "sample" if outcome.samples == 1 else "samples"
    return f": {outcome.samples} {samples} in batches of {outcome.batch_size}"


def _manual_work(outcome: CallBatches, reason: Reason, what: str, partial: str) -> str:
    method = f"`{outcome.method}`"
    match reason:
        case Reason.COMPUTED:
            computed = f"the samples or the batch size of {method} are computed in the call"
            return f"{computed}: assign them to names, so that they can be read twice"
        case Reason.NO_BATCH_SIZE:
            return f"the batch size of {method} is not a positive integer: pass one"
        case Reason.UNKNOWN_INPUT:
            of_what = method if outcome.method == "validation_data" else f"the input of {method}"
            return f"cannot determine the type or size of {of_what}: {_FULL}"
        case Reason.SPARSE:
            return f"{method} takes a sparse matrix, and an IPU has no sparse tensors: make it dense, `.toarray()`"
        case Reason.UNPACKED:
            return f"{method} takes arguments from `*` or `**`: {_FULL}"
        case Reason.SEVERAL_METHODS:
            return f"`{outcome.called}` is not the same method in each call: {_FULL}"
        case Reason.FEW_SAMPLES:
            few = f"{what} has fewer samples ({outcome.samples}) than an update has micro-batches"
            return f"{few}: train on fewer replicas, or accumulate fewer micro-batches"
        case Reason.COUNTED:
            return f"{what} takes a number of steps of arrays that end with a partial batch: cut them to full batches"
        case Reason.LEGACY:
            return f"{method} may end its validation with a partial batch: call `fit` instead"
        case Reason.UNBOUND:
            return f"{partial}: call it as a method of the model, so that its samples can be padded"
        case Reason.UNKNOWN_METHOD:
            unknown = f"cannot determine whether `{outcome.called}` takes data, as methods of a model may"
            return f"{unknown}; if it does, {_FULL}"
        case Reason.HANDED_ON:
            return f"{method} of a model is passed on and called elsewhere: {_FULL}"
        case Reason.UNKNOWN_MODEL:
            called = outcome.called if outcome.called.endswith(f".{outcome.method}") else outcome.method
            return f"cannot determine whether `{called}` is called on a Keras model; if it is, {_FULL}"
