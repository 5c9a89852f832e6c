"""Batches: how the rows that each call is fed become whole batches.

Training drops the rows of the last short batch; evaluation, validation and prediction keep every row.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.batch_metrics import depends_on_batch
from gpu2ipu.analysis.keras.fit_calls import FitCall, Input, fit_calls_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.qualified_names import canonical
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.value import Kind
from gpu2ipu.findings import Safety
from gpu2ipu.port.batching.evaluate import counted_steps, dataset_steps, resize_evaluate, resize_validation
from gpu2ipu.port.batching.fit import TrimmingNames, training_rows, trim_fit
from gpu2ipu.port.batching.fixed_batch_size import batch_of
from gpu2ipu.port.batching.generators import generated
from gpu2ipu.port.batching.outcome import CallOutcome, Steps
from gpu2ipu.port.batching.partial_calls import partial_of
from gpu2ipu.port.batching.predict import resize_predict
from gpu2ipu.port.batching.row_counts import Batch
from gpu2ipu.port.batching.validation_split import split_validation
from gpu2ipu.port.port import Port
from gpu2ipu.port.proposals import Proposal

_RULES = {"fit": "IPU202", "evaluate": "IPU202", "predict": "IPU203"}


@once
def outcomes_of(port: Port) -> tuple[CallOutcome, ...]:
    """What every feeding call of a script needs."""
    names = TrimmingNames(port.script, facts_of(port.script))
    return tuple(_whole_outcome(port, fit_call, names) for fit_call in fit_calls_of(port.script))


def _whole_outcome(port: Port, fit_call: FitCall, names: TrimmingNames) -> CallOutcome:
    """What a call needs, with what is to be said of its metrics and of the steps of its datasets."""
    return _counted(port, _judged(_outcome(port, fit_call, names)))


def _judged(outcome: CallOutcome) -> CallOutcome:
    """A person looks at a new batch size of an evaluation whose result depends on it."""
    fit_call = outcome.fit_call
    evaluating = "IPU204" if fit_call.method == "fit" else "IPU202" if fit_call.method == "evaluate" else ""
    resized = [proposal for proposal in outcome.proposals if proposal.rule == evaluating and proposal.edits]
    reason = depends_on_batch(fit_call) if resized else ""
    if not reason:
        return outcome
    proposals = (
        (
            proposal._replace(message=f"{proposal.message}; {reason}", safety=Safety.REVIEW)
            if proposal in resized
            else proposal
        )
        for proposal in outcome.proposals
    )
    return outcome._replace(proposals=tuple(proposals))


def _counted(port: Port, outcome: CallOutcome) -> CallOutcome:
    """With what is to be said of the steps of datasets."""
    if outcome.fit_call.opaque or outcome.fit_call.is_ambiguous:
        return outcome
    return outcome._replace(proposals=(*outcome.proposals, *counted_steps(port, outcome.fit_call)))


def _outcome(port: Port, fit_call: FitCall, names: TrimmingNames) -> CallOutcome:
    if fit_call.opaque or fit_call.is_ambiguous or fit_call.input is Input.UNKNOWN:
        return CallOutcome(fit_call, Steps(), (_unseen(fit_call),))
    batch = batch_of(fit_call)
    if fit_call.method == "fit":
        return _fit(port, fit_call, batch, names)
    script = port.script.file_of(fit_call.node)
    if fit_call.input is Input.GENERATOR:
        return CallOutcome(fit_call, generated(script, fit_call, "x").steps)
    if fit_call.input is not Input.ARRAYS:
        return CallOutcome(fit_call, dataset_steps(port, fit_call, "x", "steps"))
    if fit_call.given("steps"):
        return CallOutcome(
            fit_call, Steps(fit_call.value("steps").number), _counted_steps(script, fit_call, batch)
        )
    plan = resize_evaluate if fit_call.method == "evaluate" else resize_predict
    return CallOutcome(fit_call, *plan(script, fit_call, batch))


def _unseen(fit_call: FitCall) -> Proposal:
    """What cannot be seen is left for a person."""
    if fit_call.is_ambiguous:
        message = (
            f"`{ast.unparse(fit_call.node.func)}` is not the same method each time: its batches must be whole"
        )
    elif fit_call.opaque:
        message = f"`{fit_call.method}` takes arguments from `*` or `**`: whether its batches are whole cannot be seen"
    else:
        message = f"what `{fit_call.method}` is fed with cannot be seen here: its batches must be whole"
    return Proposal(_RULES[fit_call.method], fit_call.node, message)


def _counted_steps(script: Script, fit_call: FitCall, batch: Batch) -> tuple[Proposal, ...]:
    """Arrays with a number of steps: another batch size or fewer rows would change what the steps are made of."""
    rows, steps = training_rows(script, fit_call), fit_call.value(fit_call.steps_argument).number
    # as Keras does then
    shared_out = batch.node is None and rows.number and steps and rows.number % steps == 0
    if shared_out or rows.are_whole(batch):
        return ()
    message = (
        f"`{fit_call.method}` takes so many steps of arrays that end with a short batch: "
        "cut them to whole batches"
    )
    return (Proposal(_RULES[fit_call.method], fit_call.node, message),)


def _fit(port: Port, fit_call: FitCall, batch: Batch, names: TrimmingNames) -> CallOutcome:
    script = port.script.file_of(fit_call.node)
    if fit_call.input is Input.ARRAYS and fit_call.given("validation_split"):
        return split_validation(script, fit_call, batch, names)
    validation, proposals = resize_validation(port, fit_call, batch, _training_steps(script, fit_call, batch))
    if fit_call.input is Input.DATASET:
        return CallOutcome(
            fit_call, dataset_steps(port, fit_call, "x", "steps_per_epoch"), proposals, None, validation
        )
    if fit_call.input is Input.ARRAYS and fit_call.given("steps_per_epoch"):
        steps = dataset_steps(port, fit_call, "x", "steps_per_epoch")
        return CallOutcome(
            fit_call, steps, (*_counted_steps(script, fit_call, batch), *proposals), None, validation
        )
    if fit_call.input is Input.GENERATOR:
        return CallOutcome(fit_call, generated(script, fit_call, "x").steps, proposals, None, validation)
    steps, own, trimming = trim_fit(script, fit_call, batch, names)
    return CallOutcome(fit_call, steps, (*own, *proposals), trimming, validation)


def _training_steps(script: Script, fit_call: FitCall, batch: Batch) -> int | None:
    """The steps of an epoch on arrays, where the script fixes them."""
    if fit_call.input is not Input.ARRAYS or fit_call.given("steps_per_epoch"):
        return None
    rows = training_rows(script, fit_call).number
    return rows // batch.number or None if rows and batch.number else None


def unseen_proposals(script: Script) -> Iterator[Proposal]:
    """Calls of something that may be one of the script's models: they are left for a person."""
    facts = facts_of(script)
    if not any(
        f"{canonical(target)}.".startswith(("keras.", "tensorflow.")) for _, _, target in facts.imports
    ):
        return
    known = {call.node for call in facts.method_calls}
    for call in {call.node: call for call in facts.unseen_calls}.values():
        if call.node not in known:
            yield from _unseen_call(script, call)


def _unseen_call(script: Script, call: MethodCall) -> Iterator[Proposal]:
    """One of them; a call in two parts is written out where that can be done."""
    rule, file = _RULES.get(call.method, "IPU202"), script.file_of(call.node)
    partial = partial_of(file, facts_of(script), call.node)
    edits = partial.written_out() if partial is not None else ()
    if partial is not None and partial.learns_elsewhere():
        return
    if edits:
        message = f"`{call.method}` is called in two parts: its batches must be whole"
        yield Proposal(
            rule, call.node, message, f"call `{call.method}` with all arguments at once", edits=edits
        )
    else:
        yield Proposal(rule, call.node, f"{_why_unseen(call)}: its batches must be whole")


def _why_unseen(call: MethodCall) -> str:
    if not call.method:
        return (
            f"whether `{ast.unparse(call.node.func)}` reads data, as methods of a model may, cannot be seen"
        )
    if call.receiver.kind is Kind.MODEL:
        return f"`{call.method}` of a model is handed on to be called elsewhere"
    return f"whether `{call.method}` is that of a Keras model cannot be seen"
