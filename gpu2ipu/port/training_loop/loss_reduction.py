"""Averaged losses: loss objects that average over a batch, which they refuse to do in `strategy.run`.

keras/losses.py of 2.6: "Please use `tf.keras.losses.Reduction.SUM` or `tf.keras.losses.Reduction.NONE` for loss
reduction when losses are used with `tf.distribute.Strategy`". On one device the mean of the losses of the rows is what
they would have given.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.call_graph import run_on_the_device, with_named
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.subclasses import is_without_extensions, own_train_steps
from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.call_arguments import has_unpacking
from gpu2ipu.analysis.values.library_objects import External
from gpu2ipu.analysis.values.value import Value
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.port.code.added_imports import module_alias
from gpu2ipu.port.code.call_arguments import set_argument
from gpu2ipu.port.code.expression_text import quote
from gpu2ipu.port.training_loop.outcomes import AveragedLoss

_LOSSES = "keras.losses."
_OTHER_REDUCTIONS = ("NONE", "SUM")


def averaged_losses(script: Script) -> Iterator[AveragedLoss]:
    """Yield the loss objects that a program for the IPU averages with, each once."""
    facts = facts_of(script)
    steps = own_train_steps(facts) if is_without_extensions(facts) else []
    programs = run_on_the_device(facts) | with_named(facts, set(steps))
    calls = [node for node in facts.values if isinstance(node, ast.Call) and _is_loss(facts.value(node.func))]
    calls.sort(key=lambda node: (node.lineno, node.col_offset))
    inside = {inner for program in programs for inner in ast.walk(program)}
    seen: set[ast.AST] = set()
    for call in calls:
        made = facts.value(call.func).definition
        if call not in inside or made is None or made in seen:
            continue
        seen.add(made)
        if not isinstance(made, ast.Call):
            yield AveragedLoss(call, is_subclass=True)
        elif _averages(facts, made):
            same = [other for other in calls if facts.value(other.func).definition is made]
            is_free = _takes_reduction(facts, made) and not _is_used_otherwise(facts, made, same)
            yield AveragedLoss(call, edits=tuple(_edits(script, made, same)) if is_free else ())


def are_averaged_in(facts: Facts, steps: list[ast.FunctionDef]) -> bool:
    """True if each loss object that averages is called in some steps, or given to `compile`, so that Keras does."""
    inside = [inner for program in with_named(facts, set(steps)) for inner in ast.walk(program)]
    called = {facts.value(node.func).definition for node in inside if isinstance(node, ast.Call)}
    compiled = (facts.argument(call.node, "keras.Model.compile", "loss") for call in facts.compile_calls)
    known = called | {facts.value(node).definition for node in compiled}
    made = (node for node, value in facts.values.items() if _is_loss(value) and value.definition is node)
    return all(node in known or not _averages(facts, node) for node in made if isinstance(node, ast.Call))


def _is_loss(value: Value) -> bool:
    return isinstance(value, External) and value.name.startswith(_LOSSES) and value.definition is not None


def _averages(facts: Facts, made: ast.Call) -> bool:
    """True if a loss is made to average, as it is where nothing is said."""
    value = facts.value(_reduction(facts, made))
    said = str(value.constant) if value.constant is not None else value.name
    return said.rpartition(".")[2].upper() not in _OTHER_REDUCTIONS


def _reduction(facts: Facts, made: ast.Call) -> ast.expr | None:
    return facts.argument(made, facts.qualified.get(made, ""), "reduction")


def _takes_reduction(facts: Facts, made: ast.Call) -> bool:
    """True if the reduction can be set: no positional argument may be it without being known as it."""
    is_known = facts.qualified.get(made, "") in PARAMETERS or not made.args
    return is_known and not has_unpacking(made)


def _is_used_otherwise(facts: Facts, made: ast.Call, calls: list[ast.Call]) -> bool:
    """True if a loss object is more than called, such as given to `compile`."""
    called = {call.func for call in calls}
    for node, value in facts.values.items():
        is_other = value.definition is made and node is not made and node not in called
        is_bound = isinstance(getattr(node, "ctx", None), ast.Store) or _is_handed_on(facts, node)
        if is_other and not is_bound:
            return True
    return False


def _is_handed_on(facts: Facts, node: ast.expr) -> bool:
    """True if an expression is what a name or attribute stands for from there on, or an argument of a function."""
    around = (outer for outer in ancestors(facts.script, node) if not isinstance(outer, ast.keyword))
    outer = next(around, None)
    if isinstance(outer, ast.Call):
        return node is not outer.func and bool(facts.called.get(outer))
    return isinstance(outer, ast.Assign) and outer.value is node


def _edits(script: Script, made: ast.Call, calls: list[ast.Call]) -> Iterator[Edit]:
    mark = quote(script)
    given = _reduction(facts_of(script), made)
    yield set_argument(script, facts_of(script), made, "reduction", given, f"{mark}none{mark}")
    for call in calls:
        file, span = script.file_of(call), script.span(call)
        tf, imports = module_alias(file, facts_of(file), "tensorflow", "tf")
        yield from imports
        yield Replace(span, f"{tf}.reduce_mean({{loss}})", (("loss", span),))
