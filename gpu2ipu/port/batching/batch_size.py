"""Batch sizes: that of a call, and one near it that divides the samples.

`Input(batch_shape=(50, 8))` and its like need not bind: most layers take any number of samples. But where one does not,
only that batch size works, so it is taken where a call says none and its samples must be evened out.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from gpu2ipu.analysis.dataflow.quantity import Quantity, fixed
from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import DEFAULT_BATCH, FitCall
from gpu2ipu.analysis.keras.model import input_specs
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.scalars import Number, constant
from gpu2ipu.analysis.values.value import UNKNOWN, Value
from gpu2ipu.port.code.helper_functions import even_batch_size
from gpu2ipu.records import record

SMALLEST_PART = 4  # a divisor below this part of the original batch size makes too many steps
_LARGEST = 4  # a batch may become so many times larger where no smaller one divides the samples


@record
class Batch:
    """The batch size of a call: its expression, or Keras's default where none is given."""

    node: ast.expr | None
    value: Value
    default: int = DEFAULT_BATCH  # another one where the inputs of the models are made for it

    @property
    def number(self) -> int | None:
        """The batch size, where the script fixes it."""
        if self.node is None:
            return self.default
        return None if self.value.may_be_none else self.value.number

    @property
    def expression(self) -> ast.expr:
        """The batch size as an expression; one that may be `None` stands for Keras's default then."""
        if self.node is None:
            return ast.Constant(self.default)
        if self.value.may_be_none:
            return ast.BoolOp(ast.Or(), [self.node, ast.Constant(DEFAULT_BATCH)])
        return self.node

    @property
    def quantity(self) -> Quantity:
        """The batch size as a quantity: what samples must be a multiple of."""
        return Quantity(self.number, self.expression if self.is_written_out else None)

    @property
    def as_given(self) -> Batch:
        """What Keras takes without further ado."""
        return replace(self, default=DEFAULT_BATCH)

    def together(self, number: int) -> Batch:
        """Return so many batches as one."""
        if number == 1:
            return self
        expression = ast.BinOp(self.expression, ast.Mult(), ast.Constant(number))
        value = UNKNOWN if self.number is None else constant(self.number * number)
        return Batch(expression, value)

    @property
    def must_be_said(self) -> bool:
        """True if Keras would take another one."""
        return self.node is None and self.default != DEFAULT_BATCH

    @property
    def divides_rows(self) -> bool:
        """True if the script finds it by testing that it divides a number of samples."""
        return isinstance(self.value, Number) and self.value.divides_rows

    @property
    def is_written_out(self) -> bool:
        """True if it can be written a second time; so can a call that finds what divides the samples."""
        if self.node is None or is_pure(self.node):
            return True
        if not (self.divides_rows and isinstance(self.node, ast.Call)):
            return False
        return not self.node.keywords and all(map(is_pure, self.node.args))


def batch_of(fit_call: FitCall) -> Batch:
    """Return the batch size of a call; of one that says none and does not train, what the models are made for."""
    node = fit_call.arguments["batch_size"] if fit_call.given("batch_size") else None
    size = fixed_batch(fit_call.facts.script) if node is None and fit_call.method != "fit" else None
    return Batch(node, fit_call.value("batch_size"), size or DEFAULT_BATCH)


@once
def fixed_batch(script: Script) -> int | None:
    """Return the one batch size for which inputs are made, or None where there is none, or several."""
    facts = facts_of(script).everywhere
    sizes = {
        facts.value(spec.batch_size).number for spec in input_specs(facts) if spec.batch_size is not None
    }
    return sizes.pop() if len(sizes) == 1 else None


def even_batch(
    script: Script,
    facts: Facts,
    samples: Quantity,
    batch: Quantity,
    is_fixed: bool = True,
    most: int | None = None,
) -> Quantity:
    """Return the largest batch size up to the original that divides the samples, or one with `most` batches at most.

    A number where both are known, else a call; so too where the samples are not fixed: another call may bring others.
    """
    size = None
    if samples.number and batch.number:
        size = even_size(samples.number, batch.number, SMALLEST_PART)
        if size and is_fixed:
            return fixed(suitable_size(samples.number, batch.number, size, most))
        size = even_number(samples.number, batch.number)
    helper = even_batch_size(script, facts).result(samples.written, batch.written)
    return replace(helper, number=size, helpers=(*samples.helpers, *helper.helpers))


def even_number(samples: int, batch: int) -> int:
    """Return what the helper function of a port returns for these."""
    return even_size(samples, batch, SMALLEST_PART) or largest_divisor(samples, batch)


def largest_divisor(rows: int, batch: int) -> int:
    """Return the largest number up to `batch` that divides `rows`."""
    return max(size for size in range(1, min(rows, batch) + 1) if rows % size == 0)


def even_size(rows: int, batch: int, smallest: int) -> int | None:
    """Return a batch size near `batch` that divides `rows`: the largest up to it, or the next above it.

    None when the largest divisor is below the part `1 / smallest` of what a batch would have been, and the next one
    is too large.
    """
    below = largest_divisor(rows, batch)
    if below * smallest >= min(rows, batch):
        return below
    return next((size for size in range(batch + 1, _LARGEST * batch + 1) if rows % size == 0), None)


def suitable_size(rows: int, batch: int, size: int, most: int | None) -> int:
    """Return a batch size with `most` batches or fewer, where `size` has more and others can be found."""
    if most is None or rows // size <= most or rows // size % most == 0:
        return size
    larger = range(batch + 1, _LARGEST * batch + 1)
    return next((other for other in larger if rows % other == 0 and rows // other <= most), size)
