"""Evaluation on arrays: `evaluate`, and the validation inside `fit`, see every sample.

Their result does not depend on the batch size, so one is taken that divides the samples. Only where no divisor is near
the original batch size is the remainder dropped, and then a person is asked to look.
"""

from __future__ import annotations

from dataclasses import replace

from gpu2ipu.analysis.dataflow.quantity import fixed
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.port.batching.batch_size import SMALLEST_PART, Batch, even_batch, even_size
from gpu2ipu.port.batching.full_batches import FullBatches, full_steps, padded_steps
from gpu2ipu.port.batching.micro_batches import replicated_target
from gpu2ipu.port.batching.outcomes import ArrayBatches, CallBatches, Left, Reason, Resize, Trim
from gpu2ipu.port.batching.rounds import make_rounds
from gpu2ipu.port.batching.row_counts import Rows
from gpu2ipu.port.code.call_arguments import new_argument
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.port import Port


def resize_evaluate(port: Port, fit_call: FitCall, batch: Batch) -> FullBatches:
    """Return what `evaluate` on arrays needs."""
    script = port.script.file_of(fit_call.node)
    arrays = tuple(fit_call.arguments[name] for name in fit_call.row_arguments())
    rows = Rows(script, fit_call.facts, arrays)
    return all_samples(port, fit_call, rows, batch, ArrayBatches, "batch_size")


def all_samples(
    port: Port,
    fit_call: FitCall,
    rows: Rows,
    batch: Batch,
    kind: type[CallBatches],
    keyword: str,
    most: int | None = None,
) -> FullBatches:
    """Arrays in batches of a size that divides the samples; where none is near the given one, without the remainder.

    `most` are the steps of the training around a validation: as many, or fewer, need no other `steps_per_execution`.
    """
    script, count = port.script.file_of(fit_call.node), rows.count()
    number = replicated_target(port).inference_round
    are_rounds = make_rounds(rows, batch.as_given, number)
    if are_rounds:
        return FullBatches(replace(full_steps(rows, batch.as_given), factor=number))
    if not port.makes(kind):
        return FullBatches(padded_steps(rows, batch.as_given))
    if count is None or not batch.is_written_out:
        return FullBatches(changes=(kind(fit_call.node, fit_call.method, Left(Reason.COMPUTED)),))
    share = count // fixed(number)
    if _is_far(share.number if rows.fixed_number else None, batch.number):
        return _trimmed(script, fit_call, rows, batch, kind, number)
    size = even_batch(script, fit_call.facts, share, batch.quantity, rows.fixed_number is not None, most)
    dropped = rows.fixed_number % number if rows.fixed_number else number - 1
    kept = share * fixed(number)
    cuts = () if dropped == 0 else rows.cut("", text_of(script, kept.written))
    resized = kind(
        fit_call.node,
        fit_call.method,
        Resize(text_of(script, size.written), dropped, at_most=rows.fixed_number is None),
        rows.number,
        batch.as_given.number,
        edits=(*size.helpers, *cuts),
        arguments=(new_argument(fit_call, keyword, size),),
    )
    steps = (share // size).times(number) if dropped else count // size
    return FullBatches(steps, (resized,))


def _is_far(rows: int | None, batch: int | None) -> bool:
    return bool(rows and batch and even_size(rows, batch, SMALLEST_PART) is None)


def _trimmed(
    script: Script, fit_call: FitCall, rows: Rows, batch: Batch, kind: type[CallBatches], number: int
) -> FullBatches:
    """Drop the remainder of so many batches: no batch size near the original divides the samples."""
    batch = batch.together(number)
    assert rows.number and batch.number
    count = rows.count() or fixed(rows.number)
    kept = count // batch.quantity * batch.quantity
    assert kept.number is not None
    change, edits = Trim(rows.number - kept.number), rows.cut("", text_of(script, kept.written))
    trimmed = kind(fit_call.node, fit_call.method, change, rows.number, batch.as_given.number, edits=edits)
    return FullBatches(fixed(rows.number // batch.number * number), (trimmed,))
