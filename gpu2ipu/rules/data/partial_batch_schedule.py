"""IPU315: a learning rate schedule counts the partial batch of each epoch, which the port does not train on.

Schedules of Keras count updates: keras/optimizer_v2/learning_rate_schedule.py.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.rounding import quotients
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import DEFAULT_BATCH, FitCall, Input, fit_calls_of
from gpu2ipu.analysis.keras.fractional_steps import may_be_fraction
from gpu2ipu.analysis.keras.rounded_steps import quotient_at
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.call_arguments import passed_values
from gpu2ipu.analysis.values.data import Batching, Dataset
from gpu2ipu.analysis.values.definitions import ScriptClass
from gpu2ipu.analysis.values.library_objects import RateSchedule
from gpu2ipu.analysis.values.value import Value
from gpu2ipu.edits import Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.code.expression_text import operand_text, text_of
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Rule


class PartialBatchSchedule(Rule):
    """A schedule counts partial batches."""

    id = "IPU315"
    name = "partial-batch-schedule"
    severity = Severity.WARNING
    prepares = True
    what = (
        "The steps of a learning rate schedule, or what `optimizer.iterations` is divided by, count the partial batch "
        "of each epoch, `ceil(rows / batch)`."
    )
    why = "An IPU trains on full batches, so that the schedule is not at its end when the training is."
    fix = "count the full batches"
    before = SET_UP + """
x, y = np.zeros((100, 4), "float32"), np.zeros(100, "float32")
steps = -(-len(x) // 32)
with strategy.scope():
    rate = keras.optimizers.schedules.CosineDecay(0.1, steps * 5)
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(keras.optimizers.SGD(rate), "mse", steps_per_execution=3)
model.fit(x[:96], y[:96], batch_size=32, epochs=5)
""".replace("from tensorflow import keras", "import numpy as np\nfrom tensorflow import keras", 1)
    after = before.replace("-(-len(x) // 32)", "len(x) // 32")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each number in the arguments of a schedule."""
        script = port.script
        facts = facts_of(script)
        trained = [fit_call for fit_call in fit_calls_of(script) if fit_call.method == "fit"]
        if not trained or not any(map(_has_partial_batch, trained)):
            return
        for node in [*facts.values]:
            for number in _numbers_of_updates(script, facts, node):
                yield from (self._found(script, node, steps) for steps in _counts(script, number))

    def _found(self, script: Script, outside: ast.expr, steps: ast.expr) -> Finding:
        message = (
            f"`{ast.unparse(steps)}` counts the partial batch of each epoch, on which the port does not train"
        )
        is_inside = any(part is steps for part in ast.walk(outside))
        full = quotient_at(script, outside if is_inside else steps, steps)
        defined = _definition(script, steps, only_read=full is not None)
        if defined is not None and (there := quotient_at(script, defined, defined)) is not None:
            steps, full = defined, there
        if full is None:
            return self.finding(script.span(steps), f"{message}: count the full batches")
        outer = next(ancestors(script, steps))
        binds = isinstance(outer, ast.BinOp) and (outer.right is steps or isinstance(outer.op, ast.Pow))
        text = (
            operand_text(script, full) if binds or isinstance(outer, ast.UnaryOp) else text_of(script, full)
        )
        fix = Fix(f"`{text}`", Safety.REVIEW, (Replace(script.span(steps), text),))
        return self.finding(script.span(steps), message, fix)


def _definition(script: Script, steps: ast.expr, only_read: bool) -> ast.expr | None:
    """Return what defines a name that has one value, if anything does; perhaps only where nothing else reads it."""
    variable = bindings_of(script).variable(steps) if isinstance(steps, ast.Name) else None
    if variable is None or len(variable.bindings) != 1 or (only_read and len(variable.reads) != 1):
        return None
    value = variable.bindings[0].value
    return value if value is not None and quotients(script, value) else None


def _numbers_of_updates(script: Script, facts: Facts, node: ast.expr) -> Iterator[ast.expr]:
    """What may count updates: arguments of a schedule, what `optimizer.iterations` is divided by or compared with."""
    if isinstance(node, ast.Call):
        if isinstance(facts.value(node), RateSchedule) or _is_of_updates(facts.value(node.func)):
            yield from passed_values(node)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.FloorDiv, ast.Mod)):
        if _reads_updates(script, node.left):
            yield node.right
    elif isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        if any(_reads_updates(script, side) for side in sides):
            yield from sides


def _is_of_updates(called: Value) -> bool:
    """True for a class of the script, such as a callback, that reads `optimizer.iterations`."""
    return isinstance(called, ScriptClass) and _has_iterations(called.definition)


def _has_iterations(node: ast.AST | None) -> bool:
    parts = () if node is None else ast.walk(node)
    return any(isinstance(part, ast.Attribute) and part.attr == "iterations" for part in parts)


def _reads_updates(script: Script, node: ast.expr) -> bool:
    """True if a number is `optimizer.iterations`, perhaps as another type, or under a name."""
    value = bindings_of(script).value(node) if isinstance(node, ast.Name) else None
    return _has_iterations(node if value is None else value)


def _counts(script: Script, node: ast.expr) -> Iterator[ast.expr]:
    """The parts of an argument that are numbers of batches, rounded up."""
    if isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.UnaryOp, ast.BinOp)):
        found = quotients(script, node)
        if found and all(each is not None and each.rounding.counts_partial for each in found):
            if not may_be_fraction(script, node):  # a rate such as `0.1 * batch_size / 256` counts nothing
                yield node
            return
        value = bindings_of(script).value(node) if isinstance(node, ast.Name) else None
        if value is not None:  # a number of updates that has a name
            yield from _counts(script, value)
            return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield from _counts(script, child)


def _has_partial_batch(fit_call: FitCall) -> bool:
    """True if a training may end its epochs with a partial batch."""
    data = fit_call.value("x")
    if isinstance(data, Dataset):
        return data.batching in (Batching.UNKNOWN, Batching.PARTIAL) and data.remainder != 0
    x, batch = data, fit_call.value("batch_size").number
    if fit_call.input is not Input.ARRAYS or not isinstance(x, Array) or x.rows is None:
        return True
    rows = fit_call.trained_on(x.rows)
    size = batch if fit_call.given("batch_size") else DEFAULT_BATCH
    return rows is None or size is None or rows % size != 0
