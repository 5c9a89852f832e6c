"""`validation_split`, done explicitly as Keras does it: the last rows, before anything is shuffled.

Source of the rule: `train_validation_split` in keras/engine/data_adapter.py: floor(rows * (1 - split)).
"""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.scalars import constant
from gpu2ipu.edits import Edit
from gpu2ipu.port.batching.changes import Left, Reason, Split, ValidationBatches
from gpu2ipu.port.batching.evaluate import EvenBatch, even_batch
from gpu2ipu.port.batching.fit import TrimmingNames, training_rows, trimmed
from gpu2ipu.port.batching.outcome import CallOutcome, Steps
from gpu2ipu.port.batching.row_counts import Batch, Rows
from gpu2ipu.port.code.call_arguments import remove_keyword, set_argument_of
from gpu2ipu.port.code.expression_text import operand_text, text_of
from gpu2ipu.port.code.helper_functions import take_rows
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port


def split_validation(port: Port, fit_call: FitCall, batch: Batch, names: TrimmingNames) -> CallOutcome:
    """What `fit` with a `validation_split` needs: both parts in whole batches."""
    script = port.script.file_of(fit_call.node)
    rows = training_rows(script, fit_call)
    count = rows.count()
    if count is None or not batch.is_written_out:
        left = ValidationBatches(fit_call.node, "fit", Left(Reason.COMPUTED))
        return CallOutcome(fit_call, Steps(), (left,))
    held_batch = batch
    if fit_call.given("validation_batch_size"):
        held_batch = Batch(
            fit_call.arguments["validation_batch_size"], fit_call.value("validation_batch_size")
        )
    train, held = _parts(rows.number, fit_call.value("validation_split").constant)
    is_fixed = rows.fixed_number is not None
    one_batch: tuple[Edit, ...] = ()
    if is_fixed and train and batch.number and train < batch.number:  # Keras trains on one short batch
        batch = Batch(ast.Constant(train), constant(train))
        one_batch = (set_argument_of(script, fit_call, "batch_size", str(train)),)
    steps, held_steps = _quotient(train, batch.number), _quotient(held, held_batch.number)
    if (
        steps
        and held_steps
        and train == steps * (batch.number or 0)
        and held == held_steps * (held_batch.number or 0)
    ):
        return CallOutcome(fit_call, Steps(steps, ast.Constant(steps)), validation=Steps(held_steps))
    split = f"int({text_of(script, count.written)} * {_kept(script, fit_call.arguments['validation_split'])})"
    first = ast.parse(split, mode="eval").body
    outside = ast.BinOp(count.written, ast.Sub(), first)
    if batch.number == held_batch.number == 1 or not port.makes(ValidationBatches):  # the split stays Keras's
        trained = (Quantity(None, first) // batch.quantity).expression
        held_out = (Quantity(None, outside) // held_batch.quantity).expression
        kept = Steps(held_steps, held_out, count.helpers)
        return CallOutcome(fit_call, Steps(steps, trained, count.helpers), validation=kept)
    start = names.new("train_rows", fit_call.node)
    rest = ast.BinOp(count.written, ast.Sub(), ast.Name(start, ast.Load()))
    even = even_batch(script, fit_call.facts, held, Quantity(None, rest), held_batch, is_fixed)
    size = even.text
    lines: tuple[str, ...] = (f"{start} = {split}",)
    if not size.isdigit():
        size = names.new("validation_batch_size", fit_call.node)
        lines += (f"{size} = {even.text}",)
    validation_steps = f"({text_of(script, rest)}) // {size}"
    sizes = names.new("train_steps", fit_call.node), names.new("train_size", fit_call.node)
    rows_left = ast.Name(start, ast.Load())
    trimming = trimmed(rows, batch, rows_left, lines, count.helpers, sizes, validation_steps)
    even = even._replace(text=size, edits=(*one_batch, *even.edits))
    split_up = _split_up(script, fit_call, rows, start, even)
    training = Steps(steps, (Quantity(None, first) // batch.quantity).expression)
    validation = even_batch(script, fit_call.facts, held, Quantity(None, outside), held_batch, is_fixed).steps
    return CallOutcome(fit_call, training, (split_up,), trimming, validation)


def _kept(script: Script, share: ast.expr) -> str:
    """The share of the rows that training keeps, as a factor: `0.8`, where that is the number that `1 - 0.2` gives."""
    if isinstance(share, ast.Constant) and isinstance(share.value, float):
        kept = repr(1 - share.value)
        if len(kept) <= len(repr(share.value)):
            return kept
    return f"(1 - {operand_text(script, share)})"


def _quotient(rows: int | None, batch: int | None) -> int | None:
    return rows // batch if rows and batch else None


def _parts(rows: int | None, share: object) -> tuple[int | None, int | None]:
    """The rows of training and validation, where both are known."""
    if rows is None or not isinstance(share, float):
        return None, None
    train = int(rows * (1.0 - share))
    return train, rows - train


def _split_up(script: Script, fit_call: FitCall, rows: Rows, start: str, even: EvenBatch) -> Outcome:
    data, helpers = _held_out(script, rows, start)
    edits = (
        *helpers,
        *even.edits,
        _removed(script, fit_call),
        set_argument_of(script, fit_call, "validation_data", f"({data})"),
        set_argument_of(script, fit_call, "validation_batch_size", even.text),
    )
    return ValidationBatches(fit_call.node, "fit", Split(), edits=edits)


def _removed(script: Script, fit_call: FitCall) -> Edit:
    """Take `validation_split` out; another one becomes what Keras has without it."""
    removal = remove_keyword(script, fit_call.node, "validation_split")
    return removal or set_argument_of(script, fit_call, "validation_split", "0.0")


def _held_out(script: Script, rows: Rows, start: str) -> tuple[str, tuple[Edit, ...]]:
    """The rows from `start` on, of every array that `fit` is given, as the text of a tuple's items."""
    edits: list[Edit] = []

    def held_out(node: ast.expr) -> str:
        if isinstance(node, (ast.List, ast.Tuple)):
            return "[" + ", ".join(map(held_out, node.elts)) + "]"
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            return "{" + ", ".join(f"{text_of(script, k)}: {held_out(v)}" for k, v in pairs if k) + "}"
        if isinstance(rows.facts.value(node), Array):
            array, index = rows.part_of(node, start, "") or (node, f"{start}:")
            return f"{operand_text(script, array)}[{index}]"
        helper = take_rows(script, rows.facts)
        edits.extend(helper.edits)
        return f"{helper.name}({text_of(script, node)}, {start}, None)"

    return ", ".join(map(held_out, rows.arrays)), tuple(edits)
