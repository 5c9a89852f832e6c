"""What becomes of one call of `fit`, `evaluate` or `predict`: its steps, its trimmed samples, its changes."""

from __future__ import annotations

import ast
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.arithmetic import number_of_rows
from gpu2ipu.edits import Edit
from gpu2ipu.port.batching.row_counts import Batch, Rows
from gpu2ipu.port.code.expression_text import operand_text
from gpu2ipu.port.outcome import Outcome


class Steps(NamedTuple):
    """How many batches a call takes of its data, for whoever chooses `steps_per_execution`."""

    # where the script fixes it
    number: int | None = None
    # in the function of the call; None when it cannot be written elsewhere
    expression: ast.expr | None = None
    # helpers that the expression calls
    edits: tuple[Edit, ...] = ()
    # the same with the number of rows, for a place that does not have them yet
    counted: ast.expr | None = None
    # the same where the size to which rows are cut is not there yet
    before_cut: ast.expr | None = None


def whole_steps(rows: Rows, batch: Batch) -> Steps:
    """The steps of rows that make full batches as they are."""
    count = rows.count()
    full = (count or Quantity(rows.number or None)) // batch.quantity
    if count is None or full.expression is None:
        return Steps(full.number)
    before_cut = _before_cut(rows, count.written, batch)
    return Steps(full.number, full.expression, full.helpers, _counted(rows, batch), before_cut)


def _before_cut(rows: Rows, count: ast.expr, batch: Batch) -> ast.expr | None:
    """The steps of `x[:size]`, out of the one `size = steps * batch` in the function."""
    part = count.args[0] if isinstance(count, ast.Call) and count.args else None
    start, size = (isinstance(part, ast.Subscript) and number_of_rows(part.slice)) or (None, None)
    if not isinstance(size, ast.Name) or (start and rows.facts.value(start).number is None):
        return None
    product = bindings_of(rows.script).value(size)
    if not (isinstance(product, ast.BinOp) and isinstance(product.op, ast.Mult)):
        return None
    return product.left if ast.dump(product.right) == ast.dump(batch.expression) else None


def padded_steps(rows: Rows, batch: Batch) -> Steps:
    """The steps of rows that are padded to full batches."""
    count = rows.count()
    padded = (count or Quantity(rows.number or None)).ceil_div(batch.quantity)
    if count is None or padded.expression is None:
        return Steps(padded.number)
    return Steps(padded.number, padded.expression, padded.helpers, _counted(rows, batch, is_padded=True))


def _counted(rows: Rows, batch: Batch, is_padded: bool = False) -> ast.expr | None:
    if rows.fixed_number is None or batch.number:
        return None
    number = Quantity(None, ast.Constant(rows.fixed_number))
    return (number.ceil_div(batch.quantity) if is_padded else number // batch.quantity).expression


class Trimming(NamedTuple):
    """The cutting of training rows to whole batches. `rows` and `batch` are the two numbers that decide."""

    rows: ast.expr
    batch: Batch
    first_lines: tuple[str, ...]  # definitions that `rows` needs
    steps_name: str
    size_name: str
    edits: tuple[Edit, ...]  # the cuts, without the definitions
    validation_steps: str = ""  # of `validation_split`, in terms of `first_lines`

    def definitions(self, script: Script, with_steps: bool) -> str:
        """The lines that define the trimmed size, and the number of steps where somebody reads it."""
        rows, batch = operand_text(script, self.rows), operand_text(script, self.batch.expression)
        last: tuple[str, ...]
        if with_steps:
            last = (
                f"{self.steps_name} = {rows} // {batch}",
                f"{self.size_name} = {self.steps_name} * {batch}",
            )
        else:
            last = (f"{self.size_name} = {rows} // {batch} * {batch}",)
        return "\n".join((*self.first_lines, *last))


class CallOutcome(NamedTuple):
    """One call made ready for the IPU: what changes there, and how many steps it takes afterwards."""

    fit_call: FitCall
    steps: Steps
    changes: tuple[Outcome, ...] = ()
    trimming: Trimming | None = None
    validation: Steps | None = None  # of the validation inside `fit`
