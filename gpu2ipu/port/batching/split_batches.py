"""Split batches: what a training call is given so that its batches become micro-batches.

Arrays get a smaller batch size; the batches of a dataset are cut where they are taken, so that whatever the script does
to them before stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.batch_metrics import batch_losses
from gpu2ipu.analysis.keras.compile_statements import compile_statement
from gpu2ipu.analysis.keras.fit_calls import FitCall, Input
from gpu2ipu.analysis.keras.gradient_accumulation import REDUCTION, SETTER, STEPS
from gpu2ipu.analysis.values.library_objects import constructions_of
from gpu2ipu.edits import Edit
from gpu2ipu.port.batching.batch_size import Batch, batch_of
from gpu2ipu.port.batching.full_batches import CallOutcome
from gpu2ipu.port.batching.micro_batches import (
    MicroBatches,
    batch_of_dataset,
    models_of,
    split_of,
)
from gpu2ipu.port.batching.outcomes import CountedRemainder, NoSplit, SplitBatch
from gpu2ipu.port.code.call_arguments import new_argument, rewritten
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import micro_batches
from gpu2ipu.port.outcome import NewArgument
from gpu2ipu.port.pipeline.pipelines import target_of
from gpu2ipu.port.pipeline.pipelining_options import pipelining_options, setting
from gpu2ipu.port.port import Port


def with_split_batches(port: Port, outcome: CallOutcome, keeps_steps: bool) -> CallOutcome:
    """Return what a training call needs, with the split of its batches; `keeps_steps`: its `steps_per_epoch` stays."""
    fit_call = outcome.fit_call
    found, batch = split_of(port, fit_call), batch_of(fit_call)
    if found is None:
        return outcome
    number = batch.number if fit_call.input is Input.ARRAYS else batch_of_dataset(fit_call)
    if isinstance(found, NoSplit):
        left = SplitBatch(fit_call.node, target_of(port).gradient_accumulation, number, reason=found)
        return replace(outcome, changes=(*outcome.changes, left))
    if fit_call.input is Input.GENERATOR or fit_call.is_legacy:
        return outcome  # it becomes a dataset, whose batches are cut then
    edits = [*_settings(port, fit_call, found.accumulation)] if _is_set(port, found) else []
    arguments: list[NewArgument] = []
    if found.parts == 1:
        keeps_steps = False
    elif fit_call.input is Input.ARRAYS:
        arguments += _batch_sizes(outcome, batch, found)
    else:
        edits += _cut_batches(port, fit_call, found)
    if keeps_steps and not _counts_anew(outcome):
        edits.append(_more_steps(port, fit_call, found))
    split = SplitBatch(
        fit_call.node,
        found.accumulation,
        number,
        found.size.number,
        found.batch.number,
        replicas=found.replicas,
        batch_losses=batch_losses(fit_call) if found.parts > 1 else (),
        edits=tuple(edits),
        arguments=tuple(arguments),
    )
    return replace(outcome, changes=(*outcome.changes, split))


def _is_set(port: Port, found: MicroBatches) -> bool:
    """True if the models must be told how many micro-batches they accumulate."""
    return found.accumulation > 1 or target_of(port).stages > 1


def _settings(port: Port, fit_call: FitCall, accumulation: int) -> Iterator[Edit]:
    """The statements that make the models accumulate, behind those that compile them."""
    models = models_of(fit_call)
    calls = (call for call in facts_of(port.script).compile_calls if constructions_of(call.receiver) & models)
    for call in {call.node: call for call in calls}.values():
        if target_of(port).stages > 1:
            yield from pipelining_options(port, call, accumulation)
            continue
        file, compiled = port.script.file_of(call.node), compile_statement(port.script, call)
        assert compiled is not None
        arguments = {STEPS: str(accumulation), REDUCTION: '"mean"'}
        yield setting(file, compiled.statement, compiled.model, SETTER, arguments)


def _batch_sizes(outcome: CallOutcome, batch: Batch, found: MicroBatches) -> Iterator[NewArgument]:
    """The micro-batch for the training; the validation, which would take it too, keeps its batches."""
    fit_call = outcome.fit_call
    yield new_argument(fit_call, "batch_size", found.size)
    validates = fit_call.given("validation_data") or fit_call.given("validation_split")
    sizes = (argument.name for change in outcome.changes for argument in change.arguments)
    if validates and not fit_call.given("validation_batch_size") and "validation_batch_size" not in sizes:
        yield new_argument(fit_call, "validation_batch_size", batch.quantity)


def _cut_batches(port: Port, fit_call: FitCall, found: MicroBatches) -> Iterator[Edit]:
    """Call the helper that cuts the batches of a dataset."""
    script = port.script.file_of(fit_call.node)
    helper = micro_batches(script, fit_call.facts)
    yield from helper.edits
    yield rewritten(
        script, fit_call.facts, fit_call.arguments["x"], f"{helper.name}({{item}}, {found.parts})"
    )


def _counts_anew(outcome: CallOutcome) -> bool:
    """True if the steps of an epoch are written anew, since they counted a partial batch."""
    counted = (each for each in outcome.changes if isinstance(each, CountedRemainder))
    return any(each.argument == "steps_per_epoch" for each in counted)


def _more_steps(port: Port, fit_call: FitCall, found: MicroBatches) -> Edit:
    """Count the micro-batches in the steps of an epoch that a call is given."""
    script, node = port.script.file_of(fit_call.node), fit_call.arguments["steps_per_epoch"]
    steps = Quantity(None, node).times(found.parts)
    return rewritten(script, fit_call.facts, node, text_of(script, steps.written))
