"""`validation_split`, done explicitly as Keras does it: the last samples, before anything is shuffled."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.quantity import Quantity, called, fixed, named
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.scalars import constant
from gpu2ipu.edits import Edit
from gpu2ipu.port.batching.batch_size import Batch, evaluation_batches, validation_batch_of
from gpu2ipu.port.batching.counted_steps import may_take_all
from gpu2ipu.port.batching.fit import TrimmingNames, training_rows
from gpu2ipu.port.batching.full_batches import CallOutcome, Trimming, given_or_all
from gpu2ipu.port.batching.micro_batches import MicroBatches, micro_batches_of, replicated_target
from gpu2ipu.port.batching.outcomes import Left, Reason, Split, ValidationBatches
from gpu2ipu.port.batching.row_counts import Rows
from gpu2ipu.port.code.call_arguments import new_argument, remove_keyword, set_argument_of
from gpu2ipu.port.code.expression_text import operand_text, text_of
from gpu2ipu.port.code.helper_functions import take_rows
from gpu2ipu.port.port import Port
from gpu2ipu.records import record


class _Parts(NamedTuple):
    """The samples that `fit` trains on, and those that it validates with."""

    training: Quantity
    held_out: Quantity


class _Range(NamedTuple):
    """Samples from one on, by names: so many, or all."""

    start: str
    number: str

    @property
    def stop(self) -> str:
        """The end as an index; nothing for all."""
        return self.number and f"{self.start} + {self.number}"


@record
class _HeldOut:
    """The items of the tuple of validation data, as text, and the helpers that they need."""

    text: str
    edits: tuple[Edit, ...]


def split_validation(port: Port, fit_call: FitCall, batch: Batch, names: TrimmingNames) -> CallOutcome:
    """Return what `fit` with a `validation_split` needs: both parts in full batches."""
    script = port.script.file_of(fit_call.node)
    rows = training_rows(script, fit_call)
    count = rows.count()
    if count is None or not batch.is_written_out or not _may_be_share(fit_call):
        left = ValidationBatches(fit_call.node, "fit", Left(batch.reason))
        return CallOutcome(fit_call, Quantity(), (left,))
    given = fit_call.arguments["steps_per_epoch"] if fit_call.given("steps_per_epoch") else None
    if _takes_a_part(port, fit_call, batch, given):
        left = ValidationBatches(fit_call.node, "fit", Left(Reason.COUNTED))
        return CallOutcome(fit_call, Quantity(), (left,))
    held_batch = validation_batch_of(fit_call, batch)
    is_fixed = rows.fixed_number is not None
    micro_batches = micro_batches_of(port, fit_call, batch)
    batch = micro_batches.batch
    training, held_out = _parts(fit_call, count)
    one_batch: tuple[Edit, ...] = ()
    if is_fixed and training.number and batch.number and training.number < batch.number:
        # Keras trains on one partial batch
        batch = Batch(ast.Constant(training.number), constant(training.number))
        one_batch = (set_argument_of(script, fit_call, "batch_size", str(training.number)),)
        micro_batches = MicroBatches(batch, batch.quantity)
    steps, held_steps = micro_batches.steps(training // batch.quantity), held_out // held_batch.quantity
    number = replicated_target(port).inference_round
    are_whole = batch.quantity.divides(training) and held_batch.together(number).quantity.divides(held_out)
    if steps.number and held_steps.number and are_whole and not one_batch:
        steps = given_or_all(given, fixed(steps.number))
        return CallOutcome(fit_call, steps, validation=Quantity(held_steps.number))
    if batch.number == held_batch.number == 1 or not port.makes(ValidationBatches):  # the split stays Keras's
        steps = given_or_all(given, steps)
        return CallOutcome(fit_call, steps, validation=_all_batches(fit_call, held_out, held_batch))
    if not all(map(rows.can_be_read_twice, rows.leaves())):
        left = ValidationBatches(fit_call.node, "fit", Left(Reason.COMPUTED))
        return CallOutcome(fit_call, Quantity(), (left,))
    start = names.new("train_rows", fit_call.node)
    rest = Quantity(held_out.number, (count - named(start)).expression)  # the cuts bring its helpers
    most = steps.number if is_fixed else None
    held, seen = (
        evaluation_batches(script, fit_call.facts, samples, held_batch.quantity, is_fixed, number, most)
        for samples in (_positive(fit_call, rest, number), _positive(fit_call, held_out, number))
    )
    lines, helpers, taken = [f"{start} = {text_of(script, training.written)}"], held.size.helpers, ""
    if held.size.number is None or not is_fixed:
        name = names.new("validation_batch_size", fit_call.node)
        lines.append(f"{name} = {text_of(script, held.size.written)}")
        held = replace(held, size=replace(named(name), number=held.size.number))
    if not held.keeps_all:
        taken = names.new("validation_rows", fit_call.node)
        lines.append(f"{taken} = {text_of(script, held.kept.written)}")
    samples = replace(named(taken), number=held.kept.number) if taken else rest
    held_steps = replace(samples // held.size, factor=number)
    trimmed = names.new_pair(fit_call.node)
    cuts = (*count.helpers, *rows.cut("", trimmed.size))
    trimming = Trimming(named(start), micro_batches, trimmed, cuts, tuple(lines), held_steps, given)
    arguments = (new_argument(fit_call, "validation_batch_size", held.size),)
    edits = _split_up(script, fit_call, rows, _Range(start, taken), (*one_batch, *helpers))
    change = Split(held_out.number if is_fixed else None, held.dropped)
    split_up = ValidationBatches(fit_call.node, "fit", change, edits=edits, arguments=arguments)
    return CallOutcome(fit_call, given_or_all(given, steps), (split_up,), trimming, seen.steps)


def _takes_a_part(port: Port, fit_call: FitCall, batch: Batch, given: ast.expr | None) -> bool:
    """True if steps say how many batches of the split arrays are taken, and without a batch size how large they are."""
    is_counted = given is not None and not may_take_all(port, fit_call, batch)
    return is_counted or fit_call.given("validation_steps")


def _parts(fit_call: FitCall, count: Quantity) -> _Parts:
    """The samples of training and validation."""
    number = fit_call.trained_on(count.number) or None
    share = fit_call.arguments["validation_split"]
    if fit_call.value("validation_split").may_be_none:
        share = ast.BoolOp(ast.Or(), [share, ast.Constant(0)])
    kept = ast.BinOp(count.written, ast.Mult(), _kept(share))
    training = Quantity(number, called("int", kept), count.helpers)
    held_out = count - training
    return _Parts(training, replace(held_out, number=held_out.number or None))


def _may_be_share(fit_call: FitCall) -> bool:
    """False for what is certain to be no part of the samples: Keras says what is wrong with it."""
    share = fit_call.value("validation_split").constant
    return share is None or (isinstance(share, float) and 0 < share < 1)


def _may_be_nothing(fit_call: FitCall) -> bool:
    """True if Keras may hold no samples out: a share that the script does not fix may be 0 or None."""
    return not isinstance(fit_call.value("validation_split").constant, float)


def _positive(fit_call: FitCall, samples: Quantity, least: int) -> Quantity:
    """The samples that are held out, or the least that can be evaluated where there may be none."""
    if samples.expression is None or not _may_be_nothing(fit_call):
        return samples
    positive = ast.BoolOp(ast.Or(), [samples.expression, ast.Constant(least)])
    return replace(samples, expression=positive, others=())


def _all_batches(fit_call: FitCall, held_out: Quantity, batch: Batch) -> Quantity:
    """The batches of what is held out, a partial one among them."""
    return _positive(fit_call, held_out.ceil_div(batch.quantity), 1)


def _kept(share: ast.expr) -> ast.expr:
    """The share of the samples that training keeps: `0.8`, where that is the number that `1 - 0.2` gives."""
    if isinstance(share, ast.Constant) and isinstance(share.value, float):
        kept = 1 - share.value
        if len(repr(kept)) <= len(repr(share.value)):
            return ast.Constant(kept)
    return ast.BinOp(ast.Constant(1), ast.Sub(), share)


def _split_up(
    script: Script, fit_call: FitCall, rows: Rows, part: _Range, sized: tuple[Edit, ...]
) -> tuple[Edit, ...]:
    """The edits that hand a range of samples on to the validation."""
    held_out = _held_out(script, rows, part)
    data = f"({held_out.text})"
    if _may_be_nothing(fit_call):
        share = fit_call.arguments["validation_split"]
        is_plain = not isinstance(share, (ast.IfExp, ast.Lambda, ast.NamedExpr))
        data += f" if {(text_of if is_plain else operand_text)(script, share)} else None"
    return (
        *held_out.edits,
        *sized,
        _removed(script, fit_call),
        set_argument_of(script, fit_call, "validation_data", data),
    )


def _removed(script: Script, fit_call: FitCall) -> Edit:
    """Take `validation_split` out; another one becomes what Keras has without it."""
    removal = remove_keyword(script, fit_call.node, "validation_split")
    return removal or set_argument_of(script, fit_call, "validation_split", "0.0")


def _held_out(script: Script, rows: Rows, part: _Range) -> _HeldOut:
    """A range of samples, of every array that `fit` is given, as the text of a tuple's items."""
    edits: list[Edit] = []

    def held_out(node: ast.expr) -> str:
        if isinstance(node, (ast.List, ast.Tuple)):
            return "[" + ", ".join(map(held_out, node.elts)) + "]"
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            return "{" + ", ".join(f"{text_of(script, k)}: {held_out(v)}" for k, v in pairs if k) + "}"
        if isinstance(rows.facts.value(node), Array):
            whole = (node, f"{part.start} : {part.stop}" if part.stop else f"{part.start}:")
            array, index = rows.part_of(node, part.start, part.stop) or whole
            return f"{operand_text(script, array)}[{index}]"
        helper = take_rows(script, rows.facts)
        edits.extend(helper.edits)
        return f"{helper.name}({text_of(script, node)}, {part.start}, {part.stop or None})"

    return _HeldOut(", ".join(map(held_out, rows.arrays)), tuple(edits))
