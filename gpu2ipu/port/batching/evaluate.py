"""Evaluation: `evaluate` and the validation inside `fit` see every row, by a batch size that divides the rows.

Their result does not depend on the batch size. Only where no divisor is near the original batch size are the
last rows dropped, and then a person is asked to look.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.quantity import Quantity, written_as
from gpu2ipu.analysis.dataflow.rounding import Rounding, counts_partial
from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.fit_calls import NO_LENGTH, FitCall, Input, input_of
from gpu2ipu.analysis.keras.rounded_steps import (
    always_rounds_up,
    counts_all,
    full_batches,
    is_whole,
    lacking,
    rounds_up,
)
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.data import Batching, Dataset, origins_of
from gpu2ipu.edits import AddArgument, Edit
from gpu2ipu.port.batching.changes import (
    AllSamples,
    ArrayBatches,
    CallBatches,
    CountedRemainder,
    Left,
    Reason,
    Resize,
    SamplesOfSteps,
    TooFewBatches,
    Trim,
    ValidationBatches,
)
from gpu2ipu.port.batching.counted_steps import rounding_of, without_steps
from gpu2ipu.port.batching.datasets import Resized, counted_batches, resized_datasets, uses_of_datasets
from gpu2ipu.port.batching.generators import generated
from gpu2ipu.port.batching.outcome import Steps, whole_steps
from gpu2ipu.port.batching.row_counts import (
    Batch,
    Rows,
    even_size,
    largest_divisor,
    suitable_size,
)
from gpu2ipu.port.code.call_arguments import set_argument_of
from gpu2ipu.port.code.expression_text import operand_text, text_of
from gpu2ipu.port.code.helper_functions import batches_of, even_batch_size
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port

_SMALLEST = 4  # a divisor below this part of the original batch size is too slow: rows are dropped instead


class EvenBatch(NamedTuple):
    """A batch size that divides the rows: its text, the steps that it makes, the helpers that it needs."""

    text: str
    steps: Steps
    edits: tuple[Edit, ...] = ()


def even_batch(
    script: Script,
    facts: Facts,
    number: int | None,
    count: Quantity,
    batch: Batch,
    is_fixed: bool = True,
    most: int | None = None,
) -> EvenBatch:
    """The largest batch size up to the original that divides the rows, or one that makes `most` batches at most.

    A number where both are known, else a call; so too where the rows are not fixed: another call may bring others.
    """
    size = even_size(number, batch.number, _SMALLEST) if number and batch.number else None
    if number and size and is_fixed:
        size = suitable_size(number, batch.number or 0, size, most)
        return EvenBatch(
            str(size), Steps(number // size, (count // Quantity(size, ast.Constant(size))).expression)
        )
    helper = even_batch_size(script, facts)
    text = f"{helper.name}({text_of(script, count.written)}, {text_of(script, batch.expression)})"
    expression = (count // written_as(text)).expression
    steps = None
    if number and batch.number:
        steps = number // (size or largest_divisor(number, batch.number))
    return EvenBatch(text, Steps(steps, expression, helper.edits), helper.edits)


def resize_evaluate(port: Port, fit_call: FitCall, batch: Batch) -> tuple[Steps, tuple[Outcome, ...]]:
    """What `evaluate` on arrays needs."""
    script = port.script.file_of(fit_call.node)
    arrays = tuple(fit_call.arguments[name] for name in fit_call.row_arguments())
    rows = Rows(script, fit_call.facts, arrays)
    return _plan(port, fit_call, rows, batch, ArrayBatches, "batch_size")


def resize_validation(
    port: Port, fit_call: FitCall, batch: Batch, most: int | None = None
) -> tuple[Steps | None, tuple[Outcome, ...]]:
    """What `validation_data` needs; no steps where there is no validation.

    `most` are the steps of the training around it: as many, or fewer, need no other `steps_per_execution`.
    """
    if not fit_call.given("validation_data"):
        return None, ()
    script = port.script.file_of(fit_call.node)
    data = fit_call.arguments["validation_data"]
    value = fit_call.facts.value(data)
    kind = input_of(value, value.is_undetermined and isinstance(data, (ast.Tuple, ast.List)))
    if kind is Input.DATASET:
        return dataset_steps(port, fit_call, "validation_data", "validation_steps"), ()
    if kind is Input.GENERATOR:
        return generated(port, fit_call, "validation_data").steps, ()
    if fit_call.is_legacy:
        return Steps(), _of_an_old_method(fit_call, data)
    if kind is not Input.ARRAYS:
        return Steps(), (ValidationBatches(data, "validation_data", Left(Reason.UNKNOWN_INPUT)),)
    if fit_call.given("validation_batch_size"):
        batch = Batch(fit_call.arguments["validation_batch_size"], fit_call.value("validation_batch_size"))
    arrays = tuple(data.elts) if isinstance(data, (ast.Tuple, ast.List)) else (data,)
    rows = Rows(script, fit_call.facts, arrays)
    if fit_call.given("validation_steps"):
        return _counted_validation(port, fit_call, rows, batch)
    steps, outcomes = _plan(port, fit_call, rows, batch, ValidationBatches, "validation_batch_size", most)
    return (
        (steps, outcomes) if not value.may_be_none else _unless_none(script, fit_call, data, steps, outcomes)
    )


def _counted_validation(
    port: Port, fit_call: FitCall, rows: Rows, batch: Batch
) -> tuple[Steps, tuple[Outcome, ...]]:
    """Validation on so many batches of arrays: of a given size, so that these rows are all that it gets, or else of
    a size that Keras takes so that all rows are seen (`TensorLikeDataAdapter` in keras/engine/data_adapter.py).
    """
    script = port.script.file_of(fit_call.node)
    node, number = fit_call.arguments["validation_steps"], fit_call.value("validation_steps").number
    steps = Steps(number, node)
    if (batch.node is not None and rows.are_whole(batch)) or not port.makes(ValidationBatches):
        return steps, ()
    rounding = rounding_of(fit_call, rows, batch, "validation_steps")
    sees_all = rounding in (Rounding.UP, Rounding.ONE_MORE)
    if batch.node is None or sees_all:
        removal = without_steps(script, fit_call, "validation_steps")
        if batch.node is None and number and rows.number and rows.number % number == 0:
            return steps, ()
        whole, outcomes = _plan(
            port, fit_call, rows, batch, ValidationBatches, "validation_batch_size"
        )  # of all rows
        if not outcomes:  # they divide the rows already
            all_samples = ValidationBatches(fit_call.node, "fit", AllSamples(), edits=(removal,))
            return whole, (all_samples,)
        return whole, tuple(
            replace(each, edits=(*each.edits, removal)) if each.edits else each for each in outcomes
        )
    is_open = rounding is not Rounding.DOWN and counts_partial(script, node)
    enough = (
        not is_open if not (rows.number and batch.number and number) else number * batch.number <= rows.number
    )
    if (
        not (is_pure(node) and batch.is_written_out and enough)
        or fit_call.value("validation_data").may_be_none
    ):
        return steps, (ValidationBatches(fit_call.node, "fit", Left(Reason.COUNTED)),)
    size = f"{operand_text(script, node)} * {operand_text(script, batch.expression)}"
    cut = ValidationBatches(fit_call.node, "fit", SamplesOfSteps(), edits=rows.cut("", size))
    return steps, (cut,)


def _of_an_old_method(fit_call: FitCall, data: ast.expr) -> tuple[Outcome, ...]:
    """`fit_generator` has no `validation_batch_size`: another rule makes it `fit` first, where it can."""
    if fit_call.input is Input.GENERATOR:
        return ()
    return (ValidationBatches(data, fit_call.written_method, Left(Reason.LEGACY)),)


def _unless_none(
    script: Script, fit_call: FitCall, data: ast.expr, steps: Steps, outcomes: tuple[Outcome, ...]
) -> tuple[Steps, tuple[Outcome, ...]]:
    """Validation data that may be `None`: nothing may be read from it before that is known."""
    if not is_pure(data):
        return Steps(steps.number), tuple(
            ValidationBatches(outcome.node, "fit", Left(Reason.COMPUTED)) for outcome in outcomes
        )
    condition = f" if {text_of(script, data)} is not None else None"
    return Steps(steps.number), tuple(
        replace(outcome, edits=tuple(_conditional(edit, condition) for edit in outcome.edits))
        for outcome in outcomes
    )


def _conditional(edit: Edit, condition: str) -> Edit:
    is_call = isinstance(edit, AddArgument) and not edit.template.isdigit()
    return (
        replace(edit, template=edit.template + condition)
        if is_call and isinstance(edit, AddArgument)
        else edit
    )


def _plan(
    port: Port,
    fit_call: FitCall,
    rows: Rows,
    batch: Batch,
    kind: type[CallBatches],
    keyword: str,
    most: int | None = None,
) -> tuple[Steps, tuple[Outcome, ...]]:
    script, count = port.script.file_of(fit_call.node), rows.count()
    if rows.are_whole(batch.as_given) or not port.makes(kind):
        return whole_steps(rows, batch.as_given), ()
    if count is None or not batch.is_written_out:
        return Steps(), (kind(fit_call.node, fit_call.method, Left(Reason.COMPUTED)),)
    if _is_far(rows.fixed_number, batch.number):
        return _trimmed(script, fit_call, rows, batch, kind)
    even = even_batch(script, fit_call.facts, rows.number, count, batch, rows.fixed_number is not None, most)
    edits = (*count.helpers, *even.edits, set_argument_of(script, fit_call, keyword, even.text))
    resized = kind(
        fit_call.node, fit_call.method, Resize(even.text), rows.number, batch.as_given.number, edits=edits
    )
    return even.steps, (resized,)


def _is_far(rows: int | None, batch: int | None) -> bool:
    return bool(rows and batch and even_size(rows, batch, _SMALLEST) is None)


def _trimmed(
    script: Script, fit_call: FitCall, rows: Rows, batch: Batch, kind: type[CallBatches]
) -> tuple[Steps, tuple[Outcome, ...]]:
    """Drop the last rows: no batch size near the original divides them."""
    assert rows.number and batch.number
    steps = rows.number // batch.number
    number = operand_text(script, batch.expression)
    count = rows.count()
    size = (
        f"{operand_text(script, count.written)} // {number} * {number}"
        if count
        else str(steps * batch.number)
    )
    change, edits = Trim(rows.number - steps * batch.number), rows.cut("", size)
    trimmed = kind(fit_call.node, fit_call.method, change, rows.number, batch.as_given.number, edits=edits)
    return Steps(steps, ast.Constant(steps)), (trimmed,)


def counted_steps(port: Port, fit_call: FitCall) -> Iterator[Outcome]:
    """Steps of a dataset that count its short batch, and those for which it has too few batches."""
    script = port.script.file_of(fit_call.node)
    for data, steps in (("x", fit_call.steps_argument), ("validation_data", "validation_steps")):
        if (
            not fit_call.given(steps)
            or not isinstance(fit_call.value(data), Dataset)
            or _is_left(port, fit_call, data)
        ):
            continue
        node, found = fit_call.arguments[steps], dataset_batches(port, fit_call, data)
        is_sure = counts_all(fit_call, data, steps)
        if is_sure or rounds_up(fit_call, data, steps):
            edits: tuple[Edit, ...] = ()
            full = _full_batches(port, fit_call, data, steps)
            text = "" if full.expression is None else text_of(script, full.expression)
            if text:
                edits = (*full.edits, set_argument_of(script, fit_call, steps, text))
            yield CountedRemainder(node, steps, text, is_sure, edits=edits)
        elif lack := lacking(fit_call, data, steps, found.number):
            yield TooFewBatches(node, steps, *lack)


def _is_left(port: Port, fit_call: FitCall, data: str) -> bool:
    """Whether a dataset is predicted as well, so that its short batch is left for a person."""
    left = (origin for origin in origins_of(fit_call.value(data)) if origin not in resized_datasets(port))
    return any(
        fed.fit_call.method == "predict"
        for origin in left
        for fed in uses_of_datasets(port.script).get(origin, ())
    )


def dataset_steps(port: Port, fit_call: FitCall, data: str, steps: str) -> Steps:
    """The number of batches that a call takes of a dataset, short ones left out."""
    if fit_call.given(steps):
        full = _full_batches(port, fit_call, data, steps) if port.makes(CountedRemainder) else Steps()
        return full if full.expression else Steps(fit_call.value(steps).number, fit_call.arguments[steps])
    return dataset_batches(port, fit_call, data)


def _full_batches(port: Port, fit_call: FitCall, data: str, steps: str) -> Steps:
    """The full batches of a dataset among given steps that count its partial batch; nothing for other steps."""
    if counts_all(fit_call, data, steps):
        return dataset_batches(port, fit_call, data)
    if not always_rounds_up(fit_call, data, steps):
        return Steps()
    value = fit_call.value(data)
    if isinstance(value, Dataset) and value.size in NO_LENGTH:
        return Steps(None, full_batches(fit_call, data, steps))
    return dataset_batches(port, fit_call, data) if is_whole(fit_call, data) else Steps()


def dataset_batches(port: Port, fit_call: FitCall, data: str) -> Steps:
    """The number of batches of a dataset, short ones left out."""
    value, node = fit_call.value(data), fit_call.arguments[data]
    if not isinstance(value, Dataset) or value.size in NO_LENGTH:
        return Steps()
    number = value.length
    rebatched = [each for origin in value.origins if (each := resized_datasets(port).get(origin)) is not None]
    if rebatched:
        number = rebatched[0].steps(value) if len(value.origins) == 1 else None
    elif (
        number is not None and value.remainder and value.batching is Batching.PARTIAL and port.makes(Resized)
    ):
        number -= 1  # its rule drops it
    if is_pure(node):
        return Steps(number, ast.Call(ast.Name("len", ast.Load()), [node], []))
    counted = counted_batches(port, node, value) if port.makes(Resized) else None
    length = counted or Quantity(None, batches_of(fit_call.facts, node))
    return Steps(number, length.expression, length.helpers)
