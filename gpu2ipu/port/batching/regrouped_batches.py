"""Regrouped batches: a dataset whose number of batches need not suit a pipeline, made anew where a call takes it.

Where its batches can be cut into as many parts as the pipeline takes together, they are; else all of its samples are
batched again, but for a few that an evaluation does without and a prediction does not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from gpu2ipu.analysis.dataflow.quantity import Quantity, fixed, length
from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.keras.batch_metrics import are_means
from gpu2ipu.analysis.keras.fit_calls import NO_LENGTH, FitCall
from gpu2ipu.analysis.keras.rounded_steps import counts_all, rounds_up
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.data import Batching, Dataset, Generator, Size
from gpu2ipu.edits import Edit
from gpu2ipu.port.batching.batch_size import evaluation_size
from gpu2ipu.port.batching.dataset_steps import dataset_steps
from gpu2ipu.port.batching.dataset_uses.uses import DatasetUse, keeps_remainder, uses_of_datasets
from gpu2ipu.port.batching.datasets import (
    Resized,
    kept_for,
    resized_datasets,
)
from gpu2ipu.port.batching.generator_input.generators import become_datasets, generated
from gpu2ipu.port.batching.micro_batches import replicated_target, written_size
from gpu2ipu.port.batching.outcomes import (
    BatchesOfGenerator,
    BatchesOfSequence,
    InParts,
    KeptRemainder,
    Pad,
    Regrouped,
    SamplesOfSequence,
    Trim,
)
from gpu2ipu.port.batching.predict import by_helper
from gpu2ipu.port.code.call_arguments import rewritten
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import (
    evaluate_all_batches,
    even_batches,
    full_batches,
    is_of_generator,
    micro_batches,
    predict_all_batches,
    predict_all_samples,
)
from gpu2ipu.port.port import Port
from gpu2ipu.records import record


@record
class Taken:
    """The batches that a call takes, and what makes them a multiple of those that a pipeline takes together."""

    steps: Quantity
    changes: tuple[Regrouped | KeptRemainder, ...] = ()


def taken_batches(port: Port, fit_call: FitCall, data: str, steps: str) -> Taken:
    """Return the batches that a call takes of a dataset, or of a generator, where it does not train on them."""
    number = replicated_target(port).inference_round
    if isinstance(fit_call.value(data), Generator):
        return _of_generator(port, fit_call, data, number)
    if (in_parts := batches_in_parts(port, fit_call, data)) is not None:
        return in_parts
    given = dataset_steps(port, fit_call, data, steps)
    if given.is_multiple_of(number) or not _can_be_regrouped(port, fit_call, data, steps):
        return Taken(given)
    size = _batch_size(port, fit_call, data)
    is_limited = fit_call.given(steps) or is_of_generator(fit_call.facts, fit_call.arguments[data])
    if size % number == 0 if size else is_limited:
        return _cut(port, fit_call, data, steps, given, size)
    if is_limited:
        return Taken(given)
    if fit_call.method == "predict":
        return _padded(port, fit_call, given, size)
    return _batched_anew(port, fit_call, data, given, size)


def batches_in_parts(port: Port, fit_call: FitCall, data: str) -> Taken | None:
    """Return the batches that a call takes of a dataset whose partial batch another call needs; None for any other."""
    use = DatasetUse(fit_call, data, fit_call.value(data))
    kept = kept_for(port, use)
    return None if kept is None else _in_parts(port, use, kept)


def _in_parts(port: Port, use: DatasetUse, kept: Resized) -> Taken:
    """A dataset that ends with a partial batch: what is left over is dropped in `fit` only."""
    fit_call, number = use.fit_call, replicated_target(port).inference_round
    script, node, facts = port.script.file_of(fit_call.node), fit_call.arguments[use.name], fit_call.facts
    method, edits, in_rounds = _named(fit_call, use.name), [*kept.edits], number > 1
    change: InParts | Pad | Trim = Trim(kept.dropped)
    steps = _steps_of_kept(use, kept, number)
    if not keeps_remainder(port, use):
        helper = full_batches(script, facts, in_rounds)
        edits += helper.edits
        edits.append(
            rewritten(script, facts, node, f"{helper.name}({{item}}{f', {number}' if in_rounds else ''})")
        )
        arguments = [node, ast.Constant(number)] if in_rounds else [node]
        made = (
            length(ast.Call(ast.Name(helper.name, ast.Load()), arguments, []))
            if is_pure(node)
            else Quantity()
        )
        steps = replace(steps, expression=made.expression, helpers=helper.edits)
    elif method == "predict":
        change = Pad(number)
        edits += by_helper(script, fit_call, predict_all_samples(script, facts), number, {})
    else:
        change = InParts(kept.dropped, number, bool(are_means(fit_call)))
        edits += by_helper(script, fit_call, evaluate_all_batches(script, facts, in_rounds), number, {})
    return Taken(steps, (KeptRemainder(fit_call.node, method, change, edits=tuple(edits)),))


def _steps_of_kept(use: DatasetUse, kept: Resized, number: int) -> Quantity:
    """The batches that a call takes: in a prediction with the padding, else full ones, or with the rest as one more."""
    rows, size, node = kept.rows(use.value), kept.size.number, use.fit_call.arguments[use.name]
    predicts = use.fit_call.method == "predict"
    counted, unit = (
        (length(node), fixed(number)) if is_pure(node) else (kept.samples, kept.size.times(number))
    )
    rounds = counted.ceil_div(unit) if predicts else counted // unit
    full = None
    if rows and size:
        full = -(-rows // (size * number)) if predicts else rows // (size * number)
    return replace(rounds, number=full).times(number)


def _of_generator(port: Port, fit_call: FitCall, data: str, number: int) -> Taken:
    """A generator becomes a dataset first, whose batches are cut then."""
    found = generated(port, fit_call, data, number)
    if found.steps.is_multiple_of(number) or not port.makes(Regrouped) or not become_datasets(port, fit_call):
        return Taken(found.steps)
    if isinstance(found.change, (BatchesOfGenerator, BatchesOfSequence)):
        return Taken(found.steps.times(number))
    is_padded = isinstance(found.change, SamplesOfSequence) and fit_call.method == "predict"
    return Taken(found.steps.ceil_div(fixed(number)).times(number) if is_padded else found.steps)


def _can_be_regrouped(port: Port, fit_call: FitCall, data: str, steps: str) -> bool:
    """True if a dataset has full batches in the port, of which some number is known."""
    value = fit_call.value(data)
    if not isinstance(value, Dataset) or value.may_be_none or not port.makes(Regrouped):
        return False
    if fit_call.given(steps):
        if counts_all(fit_call, data, steps) or rounds_up(fit_call, data, steps):
            return False
    elif value.size in NO_LENGTH or value.size is Size.UNKNOWN:
        return False
    if is_of_generator(fit_call.facts, fit_call.arguments[data]):
        return True
    uses = uses_of_datasets(port.script)
    left = (origin for origin in value.origins if origin not in resized_datasets(port))
    is_predicted = any(use.fit_call.method == "predict" for origin in left for use in uses.get(origin, ()))
    # of a partial batch no prediction is dropped: it stays
    return value.batching is Batching.WHOLE or (value.batching is Batching.PARTIAL and not is_predicted)


def _batch_size(port: Port, fit_call: FitCall, data: str) -> int | None:
    """The batch size of a dataset, where the script fixes it."""
    value, facts = fit_call.value(data), fit_call.facts.everywhere
    assert isinstance(value, Dataset)
    if not value.origins:
        rows = {part.rows for part in value.parts if isinstance(part, Array)}
        return rows.pop() if len(rows) == 1 and value.batching is Batching.WHOLE else None
    sizes = set[int | None]()
    for origin in value.origins:
        resized = resized_datasets(port).get(origin)
        if resized is not None:
            is_fixed = isinstance(resized.size.expression, ast.Constant)
            sizes.add(resized.size.number if is_fixed else None)
        elif isinstance(origin, ast.Call):
            sizes.add(written_size(facts, origin))
    return sizes.pop() if len(sizes) == 1 else None


def _cut(port: Port, fit_call: FitCall, data: str, steps: str, given: Quantity, size: int | None) -> Taken:
    """Each batch becomes as many as a pipeline takes together."""
    script, number = port.script.file_of(fit_call.node), replicated_target(port).inference_round
    helper, node = micro_batches(script, fit_call.facts), fit_call.arguments[data]
    edits = [
        *helper.edits,
        rewritten(script, fit_call.facts, node, f"{helper.name}({{item}}, {number})"),
        *_more_steps(port, fit_call, steps, number),
    ]
    outcome = Regrouped(fit_call.node, _named(fit_call, data), number, True, size, edits=tuple(edits))
    return Taken(given.times(number), (outcome,))


def _more_steps(port: Port, fit_call: FitCall, steps: str, number: int) -> Iterator[Edit]:
    """Count the parts of batches in the steps that a call is given."""
    if fit_call.given(steps):
        script, node = port.script.file_of(fit_call.node), fit_call.arguments[steps]
        text = text_of(script, Quantity(None, node).times(number).written)
        yield rewritten(script, fit_call.facts, node, text)


def _batched_anew(port: Port, fit_call: FitCall, data: str, given: Quantity, size: int | None) -> Taken:
    """All samples of a dataset in batches of another size."""
    script, number = port.script.file_of(fit_call.node), replicated_target(port).inference_round
    helper, node = even_batches(script, fit_call.facts), fit_call.arguments[data]
    call = ast.Call(ast.Name(helper.name, ast.Load()), [node, ast.Constant(number)], [])
    share = given.number * size // number if given.number and size else None
    known = share // evaluation_size(share, size) * number if share and size else None
    steps = length(call) if is_pure(node) else Quantity()
    edits = (
        *helper.edits,
        rewritten(script, fit_call.facts, node, f"{helper.name}({{item}}, {number})"),
    )
    outcome = Regrouped(fit_call.node, _named(fit_call, data), number, False, size, edits=edits)
    return Taken(Quantity(known, steps.expression, helper.edits, factor=number), (outcome,))


def _padded(port: Port, fit_call: FitCall, given: Quantity, size: int | None) -> Taken:
    """A prediction of a dataset, with as many batches as are lacking."""
    script, number = port.script.file_of(fit_call.node), replicated_target(port).inference_round
    edits = by_helper(script, fit_call, predict_all_batches(script, fit_call.facts), number, {})
    if not edits or len(fit_call.node.args) > 1:
        return Taken(given)
    outcome = Regrouped(fit_call.node, "predict", number, False, size, edits=edits)
    return Taken(given.ceil_div(fixed(number)).times(number), (outcome,))


def _named(fit_call: FitCall, data: str) -> str:
    return fit_call.method if data == "x" else "validation"
