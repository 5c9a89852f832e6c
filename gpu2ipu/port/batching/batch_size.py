"""Batch sizes: that of a call, and those that an evaluation gets. One policy for all that evaluates.

A size between half of the original and four times that divides the samples keeps them all. Where there is none, the
original size stays, for full batches; what becomes of the remainder is up to the call. Where that makes more batches
than the training around a validation has, which no execution of a whole epoch would suit, larger ones are taken.

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
from gpu2ipu.analysis.keras.fit_calls import DEFAULT_BATCH, FitCall, may_be_count
from gpu2ipu.analysis.keras.model import input_specs
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.scalars import Number, constant
from gpu2ipu.analysis.values.value import UNKNOWN, Value
from gpu2ipu.port.batching.outcomes import Reason
from gpu2ipu.port.code.helper_functions import dividing_batch_size, even_batch_size
from gpu2ipu.records import record

_SMALLEST_PART = 2  # a divisor below this part of the original batch size makes too many steps
_LARGEST = 4  # a batch may become so many times larger where no smaller one divides the samples


@record
class Batch:
    """The batch size of a call: its expression, or Keras's default where none is given."""

    node: ast.expr | None
    value: Value
    default: int = DEFAULT_BATCH  # another one where the inputs of the models are made for it
    in_each_call: tuple[Value, ...] = ()  # what the value may be, call by call

    @property
    def number(self) -> int | None:
        """The batch size, where the script fixes it."""
        if self.node is None:
            return self.default
        return None if self.value.may_be_none or not self._may_be_size else self.value.number

    @property
    def _may_be_size(self) -> bool:
        """False for what is certain to be no batch size in some call: there is nothing to compute with it."""
        return all(map(may_be_count, (self.value, *self.in_each_call)))

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
        value = (
            constant(self.number * number) if self.number else UNKNOWN if self._may_be_size else self.value
        )
        return Batch(expression, value, in_each_call=self.in_each_call)

    @property
    def reason(self) -> Reason:
        """Why the samples cannot be evened out, where the batch size cannot be written a second time."""
        return Reason.COMPUTED if self._may_be_size else Reason.NO_BATCH_SIZE

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
        """True if it can be written a second time; so can a call that finds what divides the samples.

        What is no batch size is not: Keras says what is wrong with it.
        """
        if not self._may_be_size:
            return False
        if self.node is None or is_pure(self.node):
            return True
        if not (self.divides_rows and isinstance(self.node, ast.Call)):
            return False
        return not self.node.keywords and all(map(is_pure, self.node.args))


def batch_of(fit_call: FitCall) -> Batch:
    """Return the batch size of a call; of one that says none and does not train, what the models are made for."""
    node = fit_call.arguments["batch_size"] if fit_call.given("batch_size") else None
    size = fixed_batch(fit_call.facts.script) if node is None and fit_call.method != "fit" else None
    return replace(_given_batch(fit_call, "batch_size", node), default=size or DEFAULT_BATCH)


def validation_batch_of(fit_call: FitCall, training: Batch) -> Batch:
    """Return the batch size of the validation inside `fit`: that of the training where none is given."""
    name = "validation_batch_size"
    return _given_batch(fit_call, name, fit_call.arguments[name]) if fit_call.given(name) else training


def _given_batch(fit_call: FitCall, name: str, node: ast.expr | None) -> Batch:
    return Batch(node, fit_call.value(name), in_each_call=fit_call.values(name))


@once
def fixed_batch(script: Script) -> int | None:
    """Return the one batch size for which inputs are made, or None where there is none, or several."""
    facts = facts_of(script).everywhere
    sizes = {
        facts.value(spec.batch_size).number for spec in input_specs(facts) if spec.batch_size is not None
    }
    return sizes.pop() if len(sizes) == 1 else None


@record
class EvaluationBatches:
    """The full batches that an evaluation takes of some samples."""

    samples: Quantity
    is_fixed: bool  # another call cannot bring other samples
    size: Quantity
    together: int = 1  # their number is a multiple of that

    @property
    def _is_even(self) -> bool:
        """True if the size is certain to divide the samples, less a few that cannot be shared out."""
        share, size = (self.samples // fixed(self.together)).number, self.size.number
        return bool(self.is_fixed and share and size and share % size == 0)

    @property
    def _unit(self) -> Quantity:
        return fixed(self.together) if self._is_even else self.size.times(self.together)

    @property
    def dropped(self) -> int | None:
        """The samples behind the full batches, where the script fixes them."""
        number, unit = self.samples.number, self._unit.number
        return number % unit if self.is_fixed and number and unit else None

    @property
    def keeps_all(self) -> bool:
        """True if there certainly is no remainder."""
        return self.dropped == 0

    @property
    def has_remainder(self) -> bool:
        """True if there may be a remainder that makes smaller batches, one for each that is taken together."""
        return self.dropped is None or self.dropped >= self.together

    @property
    def kept(self) -> Quantity:
        """The samples of the full batches."""
        return self.samples // self._unit * self._unit

    @property
    def steps(self) -> Quantity:
        """How many batches there are."""
        if self.keeps_all:
            return replace(self.samples // self.size, factor=self.together)
        return (self.samples // self._unit // self._part).times(self.together)

    @property
    def _part(self) -> Quantity:
        return self.size if self._is_even else fixed(1)


def evaluation_batches(
    script: Script,
    facts: Facts,
    samples: Quantity,
    batch: Quantity,
    is_fixed: bool = True,
    together: int = 1,
    most: int | None = None,
) -> EvaluationBatches:
    """Return the batches of an evaluation, `most` of them at most, where that can be, as all batches are full.

    Their size is a number where samples and batch are, else a call; so too where the samples are not fixed.
    """
    share = samples // fixed(together)
    number = None
    if share.number and batch.number:
        number = evaluation_size(share.number, batch.number, (most and is_fixed and most // together) or None)
    if number and is_fixed:
        size = batch if number == batch.number and batch.expression is not None else fixed(number)
        return EvaluationBatches(samples, is_fixed, size, together)
    helper = even_batch_size(script, facts).result(share.written, batch.written)
    size = replace(helper, number=number, helpers=(*samples.helpers, *helper.helpers))
    return EvaluationBatches(samples, is_fixed, size, together)


def dividing_batch(script: Script, facts: Facts, samples: Quantity, batch: Quantity) -> Quantity:
    """Return a batch size that divides the samples, however small it is: none of them may be dropped."""
    if samples.number and batch.number:
        return fixed(dividing_size(samples.number, batch.number))
    helper = dividing_batch_size(script, facts).result(samples.written, batch.written)
    return replace(helper, helpers=(*samples.helpers, *helper.helpers))


def dividing_size(samples: int, batch: int) -> int:
    """Return a batch size that divides the samples: one near the original, else the largest below."""
    below = (size for size in range(min(samples, batch), 0, -1) if samples % size == 0)
    return even_size(samples, batch) or next(below)


def evaluation_size(samples: int, batch: int, most: int | None = None) -> int:
    """Return the batch size of an evaluation; without `most`, what the helper function of a port returns."""
    size = even_size(samples, batch) or min(samples, batch)
    if most is None or _suits(samples // size, most):
        return size
    larger = range(batch + 1, min(samples, _LARGEST * batch) + 1)
    suitable = (other for other in larger if _suits(samples // other, most))
    return min(suitable, key=lambda other: samples % other, default=size)


def even_size(samples: int, batch: int) -> int | None:
    """Return a batch size near `batch` that divides the samples: the largest up to it, or the next above it.

    None when the largest divisor is below the part of what a batch would have been, and the next one is too large.
    """
    whole = min(samples, batch)
    near = (*range(whole, (whole - 1) // _SMALLEST_PART, -1), *range(batch + 1, _LARGEST * batch + 1))
    return next((size for size in near if samples % size == 0), None)


def _suits(batches: int, most: int) -> bool:
    return batches <= most or batches % most == 0
