"""What becomes of one call of `fit`, `evaluate` or `predict`: its steps, its trimmed samples, its changes."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.quantity import Quantity, fixed, named
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.arithmetic import number_of_rows
from gpu2ipu.edits import Edit
from gpu2ipu.port.batching.batch_size import Batch
from gpu2ipu.port.batching.micro_batches import MicroBatches
from gpu2ipu.port.batching.row_counts import Rows
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.records import record


def full_steps(rows: Rows, batch: Batch) -> Quantity:
    """Return the steps of samples that make full batches as they are."""
    return _steps(rows, batch, Quantity.__floordiv__, _before_cut(rows, batch))


def given_or_all(given: ast.expr | None, every: Quantity) -> Quantity:
    """Return a number of steps where one is given; it may be `None`, which stands for all batches."""
    if given is None:
        return every
    if every.expression is None:
        return Quantity()
    first, *others = (ast.BoolOp(ast.Or(), [given, each]) for each in every.expressions)
    return Quantity(None, first, every.helpers, others=tuple(others))


def padded_steps(rows: Rows, batch: Batch) -> Quantity:
    """Return the steps of samples that are padded to full batches."""
    return _steps(rows, batch, Quantity.ceil_div)


def _steps(
    rows: Rows,
    batch: Batch,
    divided: Callable[[Quantity, Quantity], Quantity],
    before_cut: ast.expr | None = None,
) -> Quantity:
    """Rows through the batch size, in all the ways in which that can be written."""
    count = rows.count()
    steps = divided(count or Quantity(rows.number or None), batch.quantity)
    if count is None or steps.expression is None:
        return Quantity(steps.number)
    # the number of samples stands for them where they are not there yet
    known = rows.fixed_number if batch.number is None else None
    by_number = divided(fixed(known), batch.quantity) if known is not None else Quantity()
    first, *others = filter(None, (before_cut, steps.expression, by_number.expression))
    return replace(steps, expression=first, others=tuple(others))


def _before_cut(rows: Rows, batch: Batch) -> ast.expr | None:
    """The steps of `x[:size]`, out of the one `size = steps * batch` in the function."""
    count = rows.count()
    counted = count.expression if count is not None else None
    part = counted.args[0] if isinstance(counted, ast.Call) and counted.args else None
    start, size = (isinstance(part, ast.Subscript) and number_of_rows(part.slice)) or (None, None)
    if not isinstance(size, ast.Name) or (start and rows.facts.value(start).number is None):
        return None
    product = bindings_of(rows.script).value(size)
    if not (isinstance(product, ast.BinOp) and isinstance(product.op, ast.Mult)):
        return None
    return product.left if ast.dump(product.right) == ast.dump(batch.expression) else None


class TrimmedNames(NamedTuple):
    """The names that a port gives to what it trims to."""

    steps: str
    size: str


@record
class Trimming:
    """The cutting of training samples to full batches. `rows` and the batch are the numbers that decide."""

    rows: Quantity
    micro_batches: MicroBatches
    names: TrimmedNames
    edits: tuple[Edit, ...]  # the cuts, without the definitions
    first_lines: tuple[str, ...] = ()  # definitions that `rows` needs
    validation: Quantity = Quantity()  # steps of `validation_split`, in terms of `first_lines`
    given: ast.expr | None = None  # steps that the call takes of them, unless `None`

    @property
    def steps(self) -> Quantity:
        """The number of steps, by its name."""
        return named(self.names.steps)

    @property
    def taken(self) -> Quantity:
        """The steps of the call: all of them, unless it is given fewer."""
        return given_or_all(self.given, self.steps)

    def definitions(self, script: Script, with_steps: bool) -> str:
        """Return the lines that define the trimmed size, and the number of steps where somebody reads it."""
        batch = self.micro_batches.batch.quantity
        updates, lines = self.rows // batch, list(self.first_lines)
        size = updates * batch
        if with_steps:
            lines.append(f"{self.names.steps} = {text_of(script, self.micro_batches.steps(updates).written)}")
            size = self.steps * self.micro_batches.together
        lines.append(f"{self.names.size} = {text_of(script, size.written)}")
        return "\n".join(lines)


@record
class FullBatches:
    """Data in full batches: how many of them, and what changes for that."""

    steps: Quantity = Quantity()
    changes: tuple[Outcome, ...] = ()
    trimming: Trimming | None = None

    def with_edit(self, edit: Edit) -> FullBatches:
        """Return the same, with an edit that belongs to each change."""
        changes = (
            replace(each, edits=(*each.edits, edit)) if each.is_done else each for each in self.changes
        )
        trimming = self.trimming and replace(self.trimming, edits=(*self.trimming.edits, edit))
        return FullBatches(self.steps, tuple(changes), trimming)

    def of_given_steps(self, given: ast.expr) -> FullBatches:
        """Return the same for a call that is given steps, which may be `None`."""
        trimming = self.trimming and replace(self.trimming, given=given)
        return FullBatches(given_or_all(given, self.steps), self.changes, trimming)


@record
class CallOutcome:
    """One call made ready for the IPU: what changes there, and how many steps it takes afterwards."""

    fit_call: FitCall
    steps: Quantity  # the batches that it takes of its data
    changes: tuple[Outcome, ...] = ()
    trimming: Trimming | None = None
    validation: Quantity | None = None  # of the validation inside `fit`
    accumulation: int = 1  # of its steps that are one weight update
    replicas: int = 1  # that share out the batches; the steps of a training are those of one of them
    together: int = 1  # batches that a pipeline takes at least where it does not train
