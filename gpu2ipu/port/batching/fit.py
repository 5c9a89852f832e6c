"""Training: `fit` on arrays drops the samples of the last, partial batch, each argument alike."""

from __future__ import annotations

import ast
from dataclasses import field

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.quantity import Quantity, fixed
from gpu2ipu.analysis.dataflow.same_value import names_in, same_value
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import block_of, function_of, statement_of
from gpu2ipu.analysis.values.scalars import constant
from gpu2ipu.port.batching.batch_size import Batch
from gpu2ipu.port.batching.full_batches import FullBatches, TrimmedNames, Trimming, full_steps
from gpu2ipu.port.batching.micro_batches import MicroBatches, micro_batches_of
from gpu2ipu.port.batching.outcomes import ArrayBatches, Left, OneBatch, Reason, Trim
from gpu2ipu.port.batching.row_counts import Rows
from gpu2ipu.port.code.call_arguments import new_argument
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.records import record


@record
class _Defined:
    """The statement for which steps have been named."""

    statement: ast.stmt
    names: TrimmedNames


@record
class TrimmingNames:
    """Gives names to what trimmings define; a second trimming to the same size shares the first one's names."""

    script: Script
    facts: Facts
    models: dict[tuple[object, str], list[str]] = field(default_factory=dict)  # of each place and name
    # in each function or file, by the steps as they are written: the statements that define them, with the names
    earlier: dict[tuple[object, str], list[_Defined]] = field(default_factory=dict)

    def new(self, name: str, call: ast.Call) -> str:
        """Return a name that the script does not use: plain, then with that of the model, else with a number."""
        model = _name_of_model(call)
        models = self.models.setdefault((scope_of(self.script, call), name), [])
        models.append(model)
        if len(models) == 1:
            return fresh_name(self.facts.script, name, f"ipu_{name}")
        numbered = f"{name}_{len(models)}"
        of_model = f"{model}_{name}" if model and models.count(model) == 1 else numbered
        return fresh_name(self.facts.script, of_model, f"ipu_{numbered}")

    def of_trimming(self, call: ast.Call, steps: ast.expr) -> TrimmedNames:
        """The names of the number of steps and of the trimmed size for a call."""
        here = statement_of(self.script, call)
        earlier = self.earlier.setdefault((scope_of(self.script, call), ast.unparse(steps)), [])
        for known in earlier:
            if self._reaches(known.statement, here, steps):
                return known.names
        names = self.new_pair(call)
        earlier.append(_Defined(here, names))
        return names

    def new_pair(self, call: ast.Call) -> TrimmedNames:
        """New names of a number of steps and of the trimmed size."""
        return TrimmedNames(self.new("train_steps", call), self.new("train_size", call))

    def _reaches(self, there: ast.stmt, here: ast.stmt, size: ast.expr) -> bool:
        """True if what is defined for one statement holds at a later one of the same block."""
        if block_of(self.script, there) is not block_of(self.script, here):
            return False
        return same_value(self.script, size, function_of(self.script, here), there, here)


def scope_of(script: Script, call: ast.Call) -> object:
    """Return the function, or else the file, in which a name means the same as at a call."""
    return function_of(script, call) or script.file_of(call)


def _name_of_model(call: ast.Call) -> str:
    """The name of a model whose method is called; nothing for any other expression."""
    model = call.func.value if isinstance(call.func, ast.Attribute) else None
    return model.id.lower() if isinstance(model, ast.Name) else ""


def training_rows(script: Script, fit_call: FitCall) -> Rows:
    """Return the arguments of `fit` that are cut alike."""
    return Rows(script, fit_call.facts, tuple(fit_call.arguments[name] for name in fit_call.row_arguments()))


def trim_fit(port: Port, fit_call: FitCall, batch: Batch, names: TrimmingNames) -> FullBatches:
    """Return what `fit` on arrays needs for its training part."""
    script = port.script.file_of(fit_call.node)
    rows, micro_batches = training_rows(script, fit_call), micro_batches_of(port, fit_call, batch)
    steps = _steps(rows, batch, micro_batches)
    if _are_whole(rows, batch, micro_batches) or not port.makes(ArrayBatches):
        return FullBatches(steps)
    batch, count = micro_batches.batch, rows.count()
    if count is None or not batch.is_written_out:
        return FullBatches(changes=(ArrayBatches(fit_call.node, "fit", Left(batch.reason)),))
    if steps.number == 0:
        return _few_samples(fit_call, rows, micro_batches)
    full = (count // batch.quantity).written
    is_inside = bindings_of(script).is_inside_expression
    if any(is_inside(name, fit_call.node) for name in names_in(full)):
        return FullBatches(steps, (_trimmed_in_place(script, fit_call, rows, batch, count),))
    name = names.of_trimming(fit_call.node, full)
    edits = (*count.helpers, *rows.cut("", name.size))
    return FullBatches(steps, trimming=Trimming(count, micro_batches, name, edits))


def _steps(rows: Rows, batch: Batch, micro_batches: MicroBatches) -> Quantity:
    """The steps of an epoch; of a script that accumulates by itself, those of its own batch size."""
    if micro_batches.is_given and micro_batches.replicas == 1 and _are_whole(rows, batch, micro_batches):
        return full_steps(rows, batch)
    return micro_batches.steps(full_steps(rows, micro_batches.batch))


def _are_whole(rows: Rows, batch: Batch, micro_batches: MicroBatches) -> bool:
    """True if the samples are certain to make full batches, and as many as an update takes."""
    if rows.are_whole(micro_batches.batch):
        return True
    parts = Batch(ast.Constant(micro_batches.parts), constant(micro_batches.parts))
    is_open = micro_batches.is_given and micro_batches.batch.number is None
    return is_open and rows.are_whole(batch) and rows.are_whole(parts)


def _trimmed_in_place(
    script: Script, fit_call: FitCall, rows: Rows, batch: Batch, count: Quantity
) -> Outcome:
    """Inside a lambda or comprehension nothing can be defined: the size is written where it is used."""
    size = count // batch.quantity * batch.quantity
    cuts = rows.cut("", text_of(script, size.written))
    return ArrayBatches(fit_call.node, "fit", Trim(), edits=(*count.helpers, *cuts))


def _few_samples(fit_call: FitCall, rows: Rows, micro_batches: MicroBatches) -> FullBatches:
    """Fewer samples than an update takes: Keras trains on one partial batch, so that becomes the batch size.

    A script that accumulates or is replicated by itself gives the size of one of its micro-batches.
    """
    assert rows.number is not None
    parts = micro_batches.parts if micro_batches.is_given else 1
    if rows.number < parts:
        return FullBatches(
            changes=(ArrayBatches(fit_call.node, "fit", Left(Reason.FEW_SAMPLES), rows.number),)
        )
    size = new_argument(fit_call, "batch_size", fixed(rows.number // parts))
    change = ArrayBatches(fit_call.node, "fit", OneBatch(parts), rows.number, arguments=(size,))
    return FullBatches(micro_batches.steps(fixed(1)), (change,))
