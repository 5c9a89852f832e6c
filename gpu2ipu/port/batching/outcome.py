"""What becomes of one call of `fit`, `evaluate` or `predict`: its steps, its trimmed samples, its changes."""

from __future__ import annotations

import ast
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.arithmetic import number_of_rows
from gpu2ipu.edits import Edit
from gpu2ipu.port.batching.row_counts import Batch, Rows, divided
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
    """The steps of rows that make whole batches as they are."""
    count = rows.count()
    number = rows.number // batch.number if rows.number and batch.number else None
    if count is None or not batch.is_written_out:
        return Steps(number)
    expression = divided(count[0], batch.expression)
    return Steps(number, expression, count[1], _counted(rows, batch), _before_cut(rows, count[0], batch))


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
    """The steps of rows that are filled up to whole batches."""
    number = -(-rows.number // batch.number) if rows.number and batch.number else None
    count = rows.count()
    if count is None or not batch.is_written_out:
        return Steps(number)
    counted = _counted(rows, batch, filled_up=True)
    return Steps(number, _filled_up(count[0], batch), count[1], counted)


def _filled_up(rows: ast.expr, batch: Batch) -> ast.expr:
    return ast.UnaryOp(ast.USub(), divided(ast.UnaryOp(ast.USub(), rows), batch.expression))


def _counted(rows: Rows, batch: Batch, filled_up: bool = False) -> ast.expr | None:
    if rows.fixed_number is None or batch.number:
        return None
    number = ast.Constant(rows.fixed_number)
    return _filled_up(number, batch) if filled_up else divided(number, batch.expression)


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
