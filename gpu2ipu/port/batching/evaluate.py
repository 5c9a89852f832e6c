"""Evaluation on arrays: `evaluate`, and the validation inside `fit`.

Their result does not depend on the batch size, so one is taken that divides the samples, where there is one near the
original. Else `evaluate` takes the remainder as a batch of its own; where that cannot be, and inside `fit`, the
remainder is dropped, and a person is asked to look.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from gpu2ipu.analysis.keras.batch_metrics import are_means
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.port.batching.batch_size import Batch, EvaluationBatches, batch_of, evaluation_batches
from gpu2ipu.port.batching.full_batches import FullBatches, full_steps, padded_steps
from gpu2ipu.port.batching.micro_batches import replicated_target
from gpu2ipu.port.batching.outcomes import (
    ArrayBatches,
    CallBatches,
    InParts,
    Left,
    NewCut,
    Resize,
    Trim,
    ValidationBatches,
)
from gpu2ipu.port.batching.predict import by_helper
from gpu2ipu.port.batching.rounds import make_rounds
from gpu2ipu.port.batching.row_counts import Rows
from gpu2ipu.port.code.call_arguments import new_argument
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import evaluate_all_rows
from gpu2ipu.port.code.helper_functions import evaluate_by_executions as helper_by_executions
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.records import record


def resize_evaluate(port: Port, fit_call: FitCall, batch: Batch) -> FullBatches:
    """Return what `evaluate` on arrays needs."""
    script = port.script.file_of(fit_call.node)
    arrays = tuple(fit_call.arguments[name] for name in fit_call.row_arguments())
    rows = Rows(script, fit_call.facts, arrays)
    return evaluated(port, fit_call, rows, batch, ArrayBatches)


def can_be_evaluated_by_executions(port: Port, fit_call: FitCall, outcome: Outcome) -> bool:
    """True if an evaluation in parts may also be one whose parts suit any `steps_per_execution`."""
    is_in_parts = isinstance(outcome, ArrayBatches) and isinstance(outcome.change, InParts)
    return is_in_parts and not fit_call.given("steps") and replicated_target(port).inference_round == 1


def evaluate_by_executions(port: Port, fit_call: FitCall, outcome: Outcome) -> Outcome:
    """Return an evaluation in parts as one whose number of batches nobody knows where the model is compiled."""
    script = port.script.file_of(fit_call.node)
    rows = Rows(script, fit_call.facts, tuple(fit_call.arguments[name] for name in fit_call.row_arguments()))
    (change,) = evaluated(port, fit_call, rows, batch_of(fit_call), ArrayBatches, by_executions=True).changes
    assert isinstance(change, ArrayBatches) and isinstance(outcome, ArrayBatches)
    return replace(outcome, change=change.change, edits=change.edits)


def evaluated(
    port: Port,
    fit_call: FitCall,
    rows: Rows,
    batch: Batch,
    kind: type[CallBatches],
    most: int | None = None,
    by_executions: bool = False,
) -> FullBatches:
    """Return what an evaluation of arrays needs so that its batches are full.

    `most` are the steps of the training around a validation: as many, or fewer, need no other `steps_per_execution`.
    """
    count, number = rows.count(), replicated_target(port).inference_round
    are_rounds = make_rounds(rows, batch.as_given, number)
    if are_rounds:
        return FullBatches(replace(full_steps(rows, batch.as_given), factor=number))
    if not port.makes(kind):
        return FullBatches(padded_steps(rows, batch.as_given))
    if count is None or not batch.is_written_out:
        return FullBatches(changes=(kind(fit_call.node, fit_call.method, Left(batch.reason)),))
    is_fixed = rows.fixed_number is not None
    batches = evaluation_batches(rows.script, rows.facts, count, batch.quantity, is_fixed, number, most)
    evaluation = _Evaluation(port, fit_call, rows, batch, kind, batches)
    return evaluation.in_parts(by_executions) or evaluation.in_full_batches()


@record
class _Evaluation:
    """Samples of arrays that do not make full batches, or not as many as are taken together."""

    port: Port
    fit_call: FitCall
    rows: Rows
    batch: Batch
    kind: type[CallBatches]
    batches: EvaluationBatches

    def in_full_batches(self) -> FullBatches:
        """The remainder, if there is one, is dropped."""
        keyword = "validation_batch_size" if self.kind is ValidationBatches else "batch_size"
        size, is_open = self.batches.size, not self.batches.keeps_all
        change = self.kind(
            self.fit_call.node,
            self.fit_call.method,
            self._change(),
            self.rows.number,
            self.batch.as_given.number,
            edits=size.helpers,
            arguments=() if self._is_as_given else (new_argument(self.fit_call, keyword, size),),
            cut=NewCut(self.rows.facts, self.rows.arrays, self.batches.kept.written) if is_open else None,
        )
        return FullBatches(self.batches.steps, (change,))

    @property
    def _is_as_given(self) -> bool:
        """True if the call has the batch size already."""
        size, is_fixed = self.batches.size.number, self.batches.is_fixed
        return is_fixed and size is not None and size == self.batch.number and not self.batch.must_be_said

    def _change(self) -> Resize | Trim:
        if self._is_as_given and self.batches.dropped:
            return Trim(self.batches.dropped)
        size = text_of(self.rows.script, self.batches.size.written)
        return Resize(size, self.batches.dropped, self.batches.together)

    def in_parts(self, by_executions: bool = False) -> FullBatches | None:
        """The remainder as a batch of its own, by a helper; None where there is none, or it cannot be added."""
        script, fit_call, batches = self.rows.script, self.fit_call, self.batches
        if (
            self.kind is ValidationBatches
            or not batches.has_remainder
            or not _can_be_added(self.port, fit_call)
        ):
            return None
        size = {} if self._is_as_given else {"batch_size": text_of(script, batches.size.written)}
        nested = not all(isinstance(fit_call.value(name), Array) for name in ("x", "y"))
        if by_executions:
            helper = helper_by_executions(script, fit_call.facts, nested)
        else:
            helper = evaluate_all_rows(script, fit_call.facts, nested, in_rounds=batches.together > 1)
        change = ArrayBatches(
            fit_call.node,
            fit_call.method,
            InParts(batches.dropped, batches.together, bool(are_means(fit_call)), by_executions),
            self.rows.number,
            self.batch.as_given.number,
            edits=(
                *batches.size.helpers,
                *by_helper(script, fit_call, helper, batches.together, size, positional=3),
            ),
        )
        return FullBatches(batches.steps, (change,))


def _can_be_added(port: Port, fit_call: FitCall) -> bool:
    """True if results of parts of the samples can be averaged by a helper that is called in place of the method."""
    if not port.target.exact_evaluation or not isinstance(fit_call.node.func, ast.Attribute):
        return False
    if fit_call.facts.given.get(fit_call.node) is not None:
        return False  # arguments come from `*` or `**`
    return fit_call.given("y") and not fit_call.given("sample_weight") and are_means(fit_call) is not False
