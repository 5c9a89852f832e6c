"""Prediction: every sample of the original is predicted, by a batch size that divides the samples or by padding."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace

from gpu2ipu.analysis.dataflow.quantity import fixed
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.keras.model import has_one_output
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.scalars import constant
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.port.batching.batch_size import Batch, batch_of, even_size
from gpu2ipu.port.batching.counted_steps import without_steps
from gpu2ipu.port.batching.full_batches import FullBatches, full_steps, padded_steps
from gpu2ipu.port.batching.micro_batches import replicated_target
from gpu2ipu.port.batching.outcomes import (
    Left,
    OneByOne,
    Pad,
    PredictionBatches,
    Reason,
    Resize,
    UnseenOneByOne,
)
from gpu2ipu.port.batching.rounds import make_rounds
from gpu2ipu.port.batching.row_counts import Rows
from gpu2ipu.port.code.call_arguments import new_argument
from gpu2ipu.port.code.helper_functions import (
    HelperFunction,
    predict_all_rows,
    predict_batch_by_batch,
    predict_one_by_one,
)
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port


def resize_predict(port: Port, fit_call: FitCall, batch: Batch) -> FullBatches:
    """Return what `predict` on arrays needs; `steps` that are given beside them are those of all samples."""
    script = port.script.file_of(fit_call.node)
    rows = Rows(script, fit_call.facts, (fit_call.arguments["x"],))
    number = replicated_target(port).inference_round
    are_rounds = make_rounds(rows, batch.as_given, number)
    if are_rounds:
        return FullBatches(replace(full_steps(rows, batch.as_given), factor=number))
    if not port.makes(PredictionBatches):
        return FullBatches(padded_steps(rows, batch.as_given))
    if rows.fixed_number and batch.number and rows.fixed_number % number == 0:
        size = even_size(rows.fixed_number // number, batch.number)
        if size is not None:
            resized = PredictionBatches(
                fit_call.node,
                "predict",
                Resize(str(size)),
                rows.number,
                batch.as_given.number,
                arguments=(new_argument(fit_call, "batch_size", fixed(size)),),
            )
            full = FullBatches(full_steps(rows, Batch(ast.Constant(size), constant(size))), (resized,))
            is_counted = fit_call.given("steps")
            return full.with_edit(without_steps(script, fit_call, "steps")) if is_counted else full
    few = number > 1 and batch.node is None and rows.fixed_number
    if few and few < batch.default * number:  # not more padding than samples
        batch = replace(batch, default=-(-few // number))
    return _padded(script, fit_call, rows, batch, number)


def _padded(script: Script, fit_call: FitCall, rows: Rows, batch: Batch, number: int) -> FullBatches:
    """Call a helper that pads to full batches, a multiple of a number, and cuts the padding off."""
    helper = predict_all_rows(script, fit_call.facts, _is_nested(fit_call), in_rounds=number > 1)
    padded = PredictionBatches(fit_call.node, "predict", Pad(number), rows.number, batch.as_given.number)
    steps = padded_steps(rows, batch.together(number)).times(number)
    return FullBatches(steps, (_by_helper(script, fit_call, batch, helper, padded, number),))


def predict_in_parts(port: Port, fit_call: FitCall) -> Outcome:
    """For a call whose number of batches is unknown where the model is compiled: each batch is an execution."""
    script, number = port.script.file_of(fit_call.node), replicated_target(port).inference_round
    helper = predict_batch_by_batch(script, fit_call.facts, _is_nested(fit_call), in_rounds=number > 1)
    in_parts = PredictionBatches(fit_call.node, "predict", OneByOne())
    return _by_helper(script, fit_call, batch_of(fit_call), helper, in_parts, number)


def can_be_predicted_unseen(port: Port, fit_call: FitCall) -> bool:
    """True if a prediction of data of unknown kind can be made of whatever they are."""
    is_plain = "x" in fit_call.arguments and not fit_call.given("steps") and not fit_call.is_legacy
    return (
        fit_call.method == "predict"
        and is_plain
        and isinstance(fit_call.node.func, ast.Attribute)
        and replicated_target(port).inference_round == 1
        and port.makes(PredictionBatches)
    )


def predict_unseen(port: Port, fit_call: FitCall) -> Outcome:
    """Return what a prediction of data of unknown kind needs: each batch is an execution."""
    script = port.script.file_of(fit_call.node)
    helper = predict_one_by_one(script, fit_call.facts)
    outcome = PredictionBatches(fit_call.node, "predict", UnseenOneByOne())
    return _by_helper(script, fit_call, batch_of(fit_call), helper, outcome, 1)


def _by_helper(
    script: Script,
    fit_call: FitCall,
    batch: Batch,
    helper: HelperFunction,
    outcome: PredictionBatches,
    number: int,
) -> Outcome:
    """Call a helper in place of the method."""
    more = {"batch_size": str(batch.default)} if batch.must_be_said else {}
    edits = by_helper(script, fit_call, helper, number, more)
    return replace(outcome, edits=edits) if edits else replace(outcome, change=Left(Reason.UNBOUND))


def by_helper(
    script: Script,
    fit_call: FitCall,
    helper: HelperFunction,
    number: int,
    new: Mapping[str, str],
    positional: int = 2,
) -> tuple[Edit, ...]:
    """Return the edits that call a helper with the model and the arguments of the call, but for the number of steps.

    `number` is what its batches are a multiple of, and `new` are arguments that it is given, in place of those that the
    call has. `positional` are those that it takes by position. None for a method that is not called on a model.
    """
    if not isinstance(fit_call.node.func, ast.Attribute):
        return ()
    template, parts = f"{helper.name}({{model}}", [("model", script.span(fit_call.node.func.value))]
    for i, argument in enumerate(fit_call.node.args):
        name = fit_call.parameters[i]
        if name == "steps" or name in new:
            continue
        keyword = "" if i < positional else f"{name}="
        template += f", {keyword}{{a{i}}}"
        parts.append((f"a{i}", script.span(argument)))
    for i, option in enumerate(fit_call.node.keywords):
        if option.arg == "steps" or option.arg in new:
            continue
        template += f", {option.arg}={{k{i}}}" if option.arg else f", **{{k{i}}}"
        parts.append((f"k{i}", script.span(option.value)))
    template += "".join(f", {name}={value}" for name, value in new.items())
    if number > 1:
        template += f", batches={number}"
    return (*helper.edits, Replace(script.span(fit_call.node), template + ")", tuple(parts)))


def _is_nested(fit_call: FitCall) -> bool:
    """True if the model may take or give more than a single array."""
    return not isinstance(fit_call.value("x"), Array) or not has_one_output(
        fit_call.facts, fit_call.call.receiver
    )
