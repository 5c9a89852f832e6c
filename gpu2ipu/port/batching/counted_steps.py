"""Steps of arrays: a number of steps that is given beside arrays, and that Keras would take without it, too.

`TensorLikeDataAdapter` in keras/engine/data_adapter.py: `ceil(rows / batch_size)` batches.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.expansion import expansions
from gpu2ipu.analysis.dataflow.quantity import length
from gpu2ipu.analysis.dataflow.rounding import Quotient, Rounding, is_among, quotients
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Edit
from gpu2ipu.port.batching.batch_size import Batch
from gpu2ipu.port.batching.micro_batches import micro_batches_of
from gpu2ipu.port.batching.row_counts import Rows
from gpu2ipu.port.code.call_arguments import remove_keyword, set_argument_of
from gpu2ipu.port.port import Port


def rounding_of(fit_call: FitCall, rows: Rows, batch: Batch, steps: str) -> Rounding | None:
    """Return how given steps count the batches of arrays; None where they are another number, on some path at least."""
    number = fit_call.value(steps).number
    if batch.node is None:
        return None  # Keras takes another batch size then
    if number and rows.number and batch.number:
        full, rest = divmod(rows.number, batch.number)
        return Rounding.UP if number == full + bool(rest) else Rounding.DOWN if number == full else None
    script = fit_call.facts.everywhere.script
    found = quotients(script, fit_call.arguments[steps])
    roundings = {each.rounding if each and _is_of(script, each, rows, batch) else None for each in found}
    return roundings.pop() if len(roundings) == 1 else None


def _is_of(script: Script, found: Quotient, rows: Rows, batch: Batch) -> bool:
    """True if a quotient is that of the samples of arrays and their batch size."""
    sizes = expansions(script, batch.node) if batch.node is not None else ()
    return is_among(found.rows, _lengths(script, rows)) and is_among(found.batch, sizes)


def _lengths(script: Script, rows: Rows) -> Iterator[ast.expr]:
    for node in rows.leaves():
        yield from expansions(script, length(node).written, at=node)


def may_take_all(port: Port, fit_call: FitCall, batch: Batch) -> bool:
    """True if a training on arrays may be given no steps: `None`, which is all of their batches as they are."""
    is_open = batch.node is not None and fit_call.value("steps_per_epoch").may_be_none
    return is_open and micro_batches_of(port, fit_call, batch).parts == 1


def without_steps(script: Script, fit_call: FitCall, steps: str) -> Edit:
    """Take a number of steps out of a call."""
    return remove_keyword(script, fit_call.node, steps) or set_argument_of(script, fit_call, steps, "None")
