"""Validation inside `fit`: `validation_data` in full batches, as many as the call asks for."""

from __future__ import annotations

import ast
from dataclasses import replace

from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.analysis.dataflow.rounding import Rounding, counts_partial
from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.keras.fit_calls import FitCall, Input, input_of
from gpu2ipu.analysis.values.containers import has_unknown_items
from gpu2ipu.port.batching.batch_size import Batch, validation_batch_of
from gpu2ipu.port.batching.counted_steps import rounding_of, without_steps
from gpu2ipu.port.batching.evaluate import evaluated
from gpu2ipu.port.batching.full_batches import FullBatches
from gpu2ipu.port.batching.outcomes import AllSamples, Left, Reason, SamplesOfSteps, ValidationBatches
from gpu2ipu.port.batching.regrouped_batches import taken_batches
from gpu2ipu.port.batching.row_counts import Rows
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.outcome import NewArgument, Outcome
from gpu2ipu.port.port import Port


def resize_validation(
    port: Port, fit_call: FitCall, batch: Batch, most: int | None = None
) -> FullBatches | None:
    """Return what `validation_data` needs; None where there is no validation. `most` are the steps of the training."""
    if not fit_call.given("validation_data"):
        return None
    script = port.script.file_of(fit_call.node)
    data = fit_call.arguments["validation_data"]
    value = fit_call.facts.value(data)
    kind = input_of(value, has_unknown_items(value) and isinstance(data, (ast.Tuple, ast.List)))
    if kind in (Input.DATASET, Input.GENERATOR):
        taken = taken_batches(port, fit_call, "validation_data", "validation_steps")
        return FullBatches(taken.steps, taken.changes)
    if fit_call.is_legacy:
        return FullBatches(changes=_of_an_old_method(fit_call, data))
    if kind is not Input.ARRAYS:
        left = ValidationBatches(data, "validation_data", Left(Reason.UNKNOWN_INPUT))
        return FullBatches(changes=(left,))
    batch = validation_batch_of(fit_call, batch)
    there = data.body if isinstance(data, ast.IfExp) and _is_none(data.orelse) else data
    arrays = tuple(there.elts) if isinstance(there, (ast.Tuple, ast.List)) else (there,)
    rows = Rows(script, fit_call.facts, arrays)
    if fit_call.given("validation_steps"):
        return _counted_validation(port, fit_call, rows, batch)
    full = evaluated(port, fit_call, rows, batch, ValidationBatches, most)
    return _unless_none(data, full) if value.may_be_none else full


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _counted_validation(port: Port, fit_call: FitCall, rows: Rows, batch: Batch) -> FullBatches:
    """Validation on so many batches of arrays: of a given size, so that these samples are all that it gets, or else of
    a size that Keras takes so that all samples are seen (`TensorLikeDataAdapter` in keras/engine/data_adapter.py).
    """
    script = port.script.file_of(fit_call.node)
    node, number = fit_call.arguments["validation_steps"], fit_call.value("validation_steps").number
    may_be_all = fit_call.value("validation_steps").may_be_none
    steps = Quantity() if may_be_all else Quantity(number, node)
    if (batch.node is not None and rows.are_whole(batch)) or not port.makes(ValidationBatches):
        return FullBatches(steps)
    rounding = rounding_of(fit_call, rows, batch, "validation_steps")
    sees_all = rounding in (Rounding.UP, Rounding.ONE_MORE)
    if batch.node is None or sees_all:
        removal = without_steps(script, fit_call, "validation_steps")
        if batch.node is None and number and rows.number and rows.number % number == 0:
            return FullBatches(steps)
        full = evaluated(port, fit_call, rows, batch, ValidationBatches)
        if full.changes:
            return full.with_edit(removal)
        return FullBatches(
            full.steps, (ValidationBatches(fit_call.node, "fit", AllSamples(), edits=(removal,)),)
        )
    is_open = rounding is not Rounding.DOWN and counts_partial(script, node)
    enough = (
        not is_open if not (rows.number and batch.number and number) else number * batch.number <= rows.number
    )
    if (
        not (is_pure(node) and batch.is_written_out and enough)
        or may_be_all
        or fit_call.value("validation_data").may_be_none
    ):
        return FullBatches(steps, (ValidationBatches(fit_call.node, "fit", Left(Reason.COUNTED)),))
    size = text_of(script, (steps * batch.quantity).written)
    cut = ValidationBatches(fit_call.node, "fit", SamplesOfSteps(), edits=rows.cut("", size))
    return FullBatches(steps, (cut,))


def _of_an_old_method(fit_call: FitCall, data: ast.expr) -> tuple[Outcome, ...]:
    """`fit_generator` has no `validation_batch_size`: another rule makes it `fit` first, where it can."""
    if fit_call.input is Input.GENERATOR:
        return ()
    return (ValidationBatches(data, fit_call.written_method, Left(Reason.LEGACY)),)


def _unless_none(data: ast.expr, full: FullBatches) -> FullBatches:
    """Validation data that may be `None`: nothing may be read from it before that is known."""
    steps = Quantity(full.steps.number)
    if not is_pure(data):
        left = (ValidationBatches(each.node, "fit", Left(Reason.COMPUTED)) for each in full.changes)
        return FullBatches(steps, tuple(left))
    return FullBatches(steps, tuple(_conditional_change(each, data) for each in full.changes))


def _conditional_change(change: Outcome, data: ast.expr) -> Outcome:
    arguments = tuple(_conditional(argument, data) for argument in change.arguments)
    change = replace(change, arguments=arguments)
    if isinstance(change, ValidationBatches) and change.cut is not None:
        return replace(change, cut=replace(change.cut, unless_none=data))
    return change


def _conditional(argument: NewArgument, data: ast.expr) -> NewArgument:
    """An argument that is `None` where the data is; a number does no harm there."""
    if isinstance(argument.value, ast.Constant):
        return argument
    is_there = ast.Compare(data, [ast.IsNot()], [ast.Constant(None)])
    return replace(argument, value=ast.IfExp(is_there, argument.value, ast.Constant(None)))
