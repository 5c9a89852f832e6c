"""`validation_split`, done explicitly as Keras does it: the last samples, before anything is shuffled."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.quantity import Quantity, called, fixed, named
from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.scalars import constant
from gpu2ipu.edits import Edit
from gpu2ipu.port.batching.batch_size import Batch, evaluation_batches, validation_batch_of
from gpu2ipu.port.batching.counted_steps import may_take_all, without_steps
from gpu2ipu.port.batching.fit import TrimmingNames, training_rows
from gpu2ipu.port.batching.full_batches import CallOutcome, Trimming, given_or_all
from gpu2ipu.port.batching.micro_batches import MicroBatches, micro_batches_of, replicated_target
from gpu2ipu.port.batching.outcomes import Left, Reason, Split, ValidationBatches
from gpu2ipu.port.batching.row_counts import Rows
from gpu2ipu.port.code.call_arguments import new_argument, remove_keyword, set_argument_of
from gpu2ipu.port.code.expression_text import operand_text, text_of
from gpu2ipu.port.code.helper_functions import take_rows
from gpu2ipu.port.outcome import NewArgument
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
    held_batch = validation_batch_of(fit_call, batch)
    counted = _steps_of_validation(fit_call, _parts(fit_call, count).held_out, held_batch)
    number = replicated_target(port).inference_round
    is_part = given is not None and not may_take_all(port, fit_call, batch)
    if is_part or (counted is not None and (counted.expression is None or number > 1)):
        left = ValidationBatches(fit_call.node, "fit", Left(Reason.COUNTED))
        return CallOutcome(fit_call, Quantity(), (left,))
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
    are_whole = batch.quantity.divides(training) and held_batch.together(number).quantity.divides(held_out)
    is_counted = fit_call.given("validation_steps")
    are_whole = are_whole and not one_batch and not (is_counted and held_batch.node is None)
    if steps.number and held_steps.number and are_whole:
        steps = given_or_all(given, fixed(steps.number))
        return CallOutcome(fit_call, steps, validation=Quantity((counted or held_steps).number))
    if batch.number == held_batch.number == 1 or not port.makes(ValidationBatches):  # the split stays Keras's
        seen = _all_batches(fit_call, held_out, held_batch)
        seen = fit_call.given_steps("validation_steps") if is_counted else seen
        return CallOutcome(fit_call, given_or_all(given, steps), validation=seen)
    if not all(map(rows.can_be_read_twice, rows.leaves())):
        left = ValidationBatches(fit_call.node, "fit", Left(Reason.COMPUTED))
        return CallOutcome(fit_call, Quantity(), (left,))
    start = names.new("train_rows", fit_call.node)
    rest = Quantity(held_out.number, (count - named(start)).expression)  # the cuts bring its helpers
    split = _Split(port, fit_call, names, rest, held_out, held_batch)
    held = split.of_steps(counted) if counted is not None else split.evened(is_fixed, steps.number)
    trimmed = names.new_pair(fit_call.node)
    cuts = (*count.helpers, *rows.cut("", trimmed.size))
    lines = (f"{start} = {text_of(script, training.written)}", *held.lines)
    trimming = Trimming(named(start), micro_batches, trimmed, cuts, lines, held.steps, given)
    edits = _split_up(script, fit_call, rows, _Range(start, held.taken), (*one_batch, *held.edits))
    split_up = ValidationBatches(fit_call.node, "fit", held.change, edits=edits, arguments=held.arguments)
    return CallOutcome(fit_call, given_or_all(given, steps), (split_up,), trimming, held.seen)


@record
class _HeldBatches:
    """The batches of what is held out; `taken` is the name of a number of samples, where these are not all."""

    change: Split
    steps: Quantity
    seen: Quantity  # the steps without the names of `lines`
    lines: tuple[str, ...] = ()
    taken: str = ""
    arguments: tuple[NewArgument, ...] = ()
    edits: tuple[Edit, ...] = ()


@record
class _Split:
    """A call of `fit` whose last samples, `rest` by names of the port, are held out for the validation."""

    port: Port
    fit_call: FitCall
    names: TrimmingNames
    rest: Quantity
    held_out: Quantity
    batch: Batch

    def of_steps(self, steps: Quantity) -> _HeldBatches:
        """Return the given number of full batches, or all full ones where these are fewer."""
        taken, size = self.names.new("validation_rows", self.fit_call.node), self.batch.quantity
        seen, held = (_at_most(steps, samples // size) for samples in (self.held_out, self.rest))
        line = f"{taken} = {text_of(self._script, (held * size).written)}"
        removal = without_steps(self._script, self.fit_call, "validation_steps")
        steps = named(taken) // size
        return _HeldBatches(Split(is_counted=True), steps, seen, (line,), taken, edits=(removal,))

    def evened(self, is_fixed: bool, trained: int | None) -> _HeldBatches:
        """Return all samples in batches that divide them, or else the full batches."""
        fit_call, script = self.fit_call, self._script
        number = replicated_target(self.port).inference_round
        most = trained if is_fixed else None
        held, seen = (
            evaluation_batches(script, fit_call.facts, samples, self.batch.quantity, is_fixed, number, most)
            for samples in (
                _positive(fit_call, self.rest, number),
                _positive(fit_call, self.held_out, number),
            )
        )
        lines, taken, edits = list[str](), "", held.size.helpers
        if held.size.number is None or not is_fixed:
            name = self.names.new("validation_batch_size", fit_call.node)
            lines.append(f"{name} = {text_of(script, held.size.written)}")
            held = replace(held, size=replace(named(name), number=held.size.number))
        if not held.keeps_all:
            taken = self.names.new("validation_rows", fit_call.node)
            lines.append(f"{taken} = {text_of(script, held.kept.written)}")
        samples = replace(named(taken), number=held.kept.number) if taken else self.rest
        steps = replace(samples // held.size, factor=number)
        if fit_call.given("validation_steps"):
            edits = (*edits, without_steps(script, fit_call, "validation_steps"))
        change = Split(self.held_out.number if is_fixed else None, held.dropped)
        arguments = (new_argument(fit_call, "validation_batch_size", held.size),)
        return _HeldBatches(change, steps, seen.steps, tuple(lines), taken, arguments, edits)

    @property
    def _script(self) -> Script:
        return self.port.script.file_of(self.fit_call.node)


def _at_most(steps: Quantity, batches: Quantity) -> Quantity:
    """So many steps, or all batches where these are fewer."""
    if steps.number and batches.number:
        return steps
    return Quantity(None, called("min", steps.written, batches.written), batches.helpers)


def _steps_of_validation(fit_call: FitCall, held_out: Quantity, batch: Batch) -> Quantity | None:
    """Return how many of the batches that are held out are validated with; None for all. Unknown where that is.

    Without a batch size Keras takes one for which the steps see all samples: `TensorLikeDataAdapter` in
    keras/engine/data_adapter.py.
    """
    if not fit_call.given("validation_steps") or batch.node is None:
        return None
    steps, node = fit_call.given_steps("validation_steps"), fit_call.arguments["validation_steps"]
    if steps.number and batch.number and held_out.number:
        all_steps = held_out.ceil_div(batch.quantity).number
        return None if steps.number == all_steps else steps if steps.number < (all_steps or 0) else Quantity()
    is_known = is_pure(node) and not fit_call.value("validation_steps").may_be_none
    return steps if is_known else Quantity()


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
