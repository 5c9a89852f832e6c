"""Batches: how the samples of each call become full batches.

Training drops the samples of the last partial batch; evaluation and prediction keep every sample, and so does
validation where a batch size near the original divides them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.analysis.dataflow.rounding import Rounding
from gpu2ipu.analysis.dataflow.uncalled_functions import uncalled_functions
from gpu2ipu.analysis.interpreter.facts import MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.batch_metrics import batch_dependent, mixing_layers
from gpu2ipu.analysis.keras.fit_calls import FitCall, Input, fit_calls_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.qualified_names import canonical
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.port.batching.batch_size import Batch, batch_of
from gpu2ipu.port.batching.counted_steps import may_take_all, rounding_of, without_steps
from gpu2ipu.port.batching.dataset_steps import counted_steps, dataset_steps
from gpu2ipu.port.batching.evaluate import resize_evaluate
from gpu2ipu.port.batching.fit import TrimmingNames, training_rows, trim_fit
from gpu2ipu.port.batching.full_batches import CallOutcome, FullBatches
from gpu2ipu.port.batching.generator_input.generators import generated, is_read_to_its_end
from gpu2ipu.port.batching.micro_batches import micro_batches_of, replicated_target
from gpu2ipu.port.batching.outcomes import (
    ArrayBatches,
    CallBatches,
    Left,
    OpenRound,
    PredictionBatches,
    Reason,
    Unfold,
    ValidationBatches,
    outcome_type,
)
from gpu2ipu.port.batching.partial_calls import partial_of
from gpu2ipu.port.batching.predict import can_be_predicted_unseen, predict_unseen, resize_predict
from gpu2ipu.port.batching.regrouped_batches import batches_in_parts, taken_batches
from gpu2ipu.port.batching.split_batches import with_split_batches
from gpu2ipu.port.batching.validation import resize_validation
from gpu2ipu.port.batching.validation_split import split_validation
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port


@once
def outcomes_of(port: Port) -> tuple[CallOutcome, ...]:
    """Return what every fit call of a script needs."""
    names = TrimmingNames(port.script, facts_of(port.script))
    return tuple(_whole_outcome(port, fit_call, names) for fit_call in fit_calls_of(port.script))


def _whole_outcome(port: Port, fit_call: FitCall, names: TrimmingNames) -> CallOutcome:
    """What a call needs, with what is to be said of its metrics, of the steps of its datasets and of its batches."""
    outcome = _with_round(port, _counted(port, _with_batch_dependent(port, _outcome(port, fit_call, names))))
    target = replicated_target(port)
    outcome = replace(outcome, replicas=target.replicas, together=target.round_of_replica)
    if fit_call.method != "fit":
        return outcome
    accumulation = micro_batches_of(port, fit_call, batch_of(fit_call)).accumulation
    outcome = replace(outcome, accumulation=accumulation)
    return with_split_batches(port, outcome, _keeps_steps(port, fit_call))


def _with_round(port: Port, outcome: CallOutcome) -> CallOutcome:
    """With what is to be said of batches that a pipeline or replicas may not be able to take together."""
    target, fit_call = replicated_target(port), outcome.fit_call
    taken = outcome.validation if fit_call.method == "fit" else outcome.steps
    is_left = not all(change.is_done for change in outcome.changes)
    if (
        target.inference_round == 1
        or taken is None
        or is_left
        or taken.is_multiple_of(target.inference_round)
    ):
        return outcome
    method = "validation" if fit_call.method == "fit" else fit_call.method
    found = OpenRound(fit_call.node, method, target.round_of_replica, taken.number, target.replicas)
    return replace(outcome, changes=(*outcome.changes, found))


def _keeps_steps(port: Port, fit_call: FitCall) -> bool:
    """True if the steps of an epoch that a training call is given stay in the port."""
    name = "steps_per_epoch"
    if fit_call.opaque or not fit_call.given(name):
        return False
    script = port.script.file_of(fit_call.node)
    return fit_call.input is not Input.ARRAYS or not _is_as_without(
        script, fit_call, batch_of(fit_call), name
    )


def _with_batch_dependent(port: Port, outcome: CallOutcome) -> CallOutcome:
    """A new batch size of an evaluation is to be reviewed if its result depends on it."""
    fit_call = outcome.fit_call
    evaluating = {"fit": ValidationBatches, "evaluate": ArrayBatches}.get(fit_call.method, PredictionBatches)
    resized = [each for each in outcome.changes if isinstance(each, evaluating) and each.is_done]
    of_call = mixing_layers(port.script) if evaluating is PredictionBatches else batch_dependent(fit_call)
    names = of_call if resized else ()
    if not names:
        return outcome
    changes = (replace(each, batch_dependent=names) if each in resized else each for each in outcome.changes)
    return replace(outcome, changes=tuple(changes))


def _counted(port: Port, outcome: CallOutcome) -> CallOutcome:
    """With what is to be said of the steps of datasets."""
    if outcome.fit_call.opaque or outcome.fit_call.is_ambiguous:
        return outcome
    return replace(outcome, changes=(*outcome.changes, *counted_steps(port, outcome.fit_call)))


def _outcome(port: Port, fit_call: FitCall, names: TrimmingNames) -> CallOutcome:
    is_unclear = fit_call.opaque or fit_call.is_ambiguous or fit_call.is_sparse
    if is_unclear or fit_call.input is Input.UNKNOWN or is_read_to_its_end(fit_call):
        is_predicted = not is_unclear and can_be_predicted_unseen(port, fit_call)
        change = predict_unseen(port, fit_call) if is_predicted else _unseen(fit_call)
        return CallOutcome(fit_call, Quantity(), (change,))
    batch = batch_of(fit_call)
    if fit_call.method == "fit":
        return _fit(port, fit_call, batch, names)
    script = port.script.file_of(fit_call.node)
    if fit_call.input is not Input.ARRAYS:
        taken = taken_batches(port, fit_call, "x", "steps")
        return CallOutcome(fit_call, taken.steps, taken.changes)
    if fit_call.given("steps") and not _is_as_without(script, fit_call, batch, "steps"):
        steps = fit_call.given_steps("steps").number
        return CallOutcome(fit_call, Quantity(steps), _counted_steps(script, fit_call, batch))
    if fit_call.method == "predict":
        full = resize_predict(port, fit_call, batch)
    else:
        full = resize_evaluate(port, fit_call, batch)
        if fit_call.given("steps"):
            full = full.with_edit(without_steps(script, fit_call, "steps"))
    return CallOutcome(fit_call, full.steps, full.changes)


def _is_as_without(script: Script, fit_call: FitCall, batch: Batch, steps: str) -> bool:
    """True if arrays make as many batches as the steps say, a partial one among them, and these can be taken out."""
    rows = training_rows(script, fit_call)
    if rows.are_whole(batch):
        return False
    rounding = rounding_of(fit_call, rows, batch, steps)
    # one more than the full batches: Keras stops at the end of the data
    is_all = rounding in (Rounding.UP, Rounding.ONE_MORE)
    return is_all or (rounding is Rounding.DOWN and fit_call.method == "fit")


def _unseen(fit_call: FitCall) -> Outcome:
    """What cannot be determined needs manual work."""
    reason = Reason.SPARSE if fit_call.is_sparse else Reason.UNKNOWN_INPUT
    reason = Reason.UNPACKED if fit_call.opaque else reason
    left = Left(Reason.SEVERAL_METHODS if fit_call.is_ambiguous else reason)
    return outcome_type(fit_call.method)(fit_call.node, fit_call.method, left)


def _counted_steps(script: Script, fit_call: FitCall, batch: Batch) -> tuple[Outcome, ...]:
    """Arrays with a number of steps: another batch size or fewer samples would change what the steps are made of."""
    rows, steps = training_rows(script, fit_call), fit_call.value(fit_call.steps_argument).number
    # as Keras does then
    shared_out = batch.node is None and rows.number and steps and rows.number % steps == 0
    if shared_out or rows.are_whole(batch):
        return ()
    return (outcome_type(fit_call.method)(fit_call.node, fit_call.method, Left(Reason.COUNTED)),)


def _fit(port: Port, fit_call: FitCall, batch: Batch, names: TrimmingNames) -> CallOutcome:
    if fit_call.input is Input.ARRAYS and fit_call.given("validation_split"):
        return split_validation(port, fit_call, batch, names)
    training = _training(port, fit_call, batch, names)
    validation = resize_validation(port, fit_call, batch, training.steps.number)
    if validation is None:
        return CallOutcome(fit_call, training.steps, training.changes, training.trimming)
    changes = (*training.changes, *validation.changes)
    return CallOutcome(fit_call, training.steps, changes, training.trimming, validation.steps)


def _training(port: Port, fit_call: FitCall, batch: Batch, names: TrimmingNames) -> FullBatches:
    """What a call of `fit` needs without its validation."""
    script, steps = port.script.file_of(fit_call.node), "steps_per_epoch"
    if fit_call.input is Input.DATASET:
        if (in_parts := batches_in_parts(port, fit_call, "x")) is not None:
            return FullBatches(in_parts.steps, in_parts.changes)
        return FullBatches(_micro_steps(port, fit_call, batch))
    if fit_call.input is Input.GENERATOR:
        return FullBatches(_in_micro_batches(port, fit_call, batch, generated(port, fit_call, "x").steps))
    if not fit_call.given(steps):
        return trim_fit(port, fit_call, batch, names)
    if _is_as_without(script, fit_call, batch, steps):
        return trim_fit(port, fit_call, batch, names).with_edit(without_steps(script, fit_call, steps))
    if may_take_all(port, fit_call, batch):
        return trim_fit(port, fit_call, batch, names).of_given_steps(fit_call.arguments[steps])
    return FullBatches(_micro_steps(port, fit_call, batch), _counted_steps(script, fit_call, batch))


def _micro_steps(port: Port, fit_call: FitCall, batch: Batch) -> Quantity:
    """The steps of a training on a dataset, or of a given number; where a script accumulates, they are counted so."""
    return _in_micro_batches(port, fit_call, batch, dataset_steps(port, fit_call, "x", "steps_per_epoch"))


def _in_micro_batches(port: Port, fit_call: FitCall, batch: Batch, steps: Quantity) -> Quantity:
    """The steps of a replica, of some batches of a script."""
    micro_batches = micro_batches_of(port, fit_call, batch)
    given = steps.shared_out(micro_batches.replicas)
    return given if micro_batches.is_given else micro_batches.steps(steps)


def unseen_calls_of(script: Script) -> Iterator[CallBatches]:
    """Calls of something that may be one of the script's models: they need manual work."""
    facts = facts_of(script)
    if not any(
        f"{canonical(target)}.".startswith(("keras.", "tensorflow.")) for _, _, target in facts.imports
    ):
        return
    known, uncalled = {call.node for call in facts.method_calls}, uncalled_functions(script)
    met = {call.node: call for call in facts.unseen_calls if call.stack[0].function not in uncalled}
    for call in met.values():
        if call.node not in known:
            yield from _unseen_call(script, call)


def _unseen_call(script: Script, call: MethodCall) -> Iterator[CallBatches]:
    """One of them; a call in two parts is written out where that can be done."""
    kind, file = outcome_type(call.method), script.file_of(call.node)
    partial = partial_of(file, facts_of(script), call.node)
    edits = partial.written_out() if partial is not None else ()
    if partial is not None and partial.learns_elsewhere():
        return
    if edits:
        yield kind(call.node, call.method, Unfold(), edits=edits)
    else:
        yield kind(call.node, call.method, Left(_why_unseen(call)))


def _why_unseen(call: MethodCall) -> Reason:
    if not call.method:
        return Reason.UNKNOWN_METHOD
    return Reason.HANDED_ON if isinstance(call.receiver, KerasModel) else Reason.UNKNOWN_MODEL
