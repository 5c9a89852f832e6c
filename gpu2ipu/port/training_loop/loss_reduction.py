"""Averaged losses: loss objects that average over a batch, which they refuse to do in `strategy.run`.

keras/losses.py of 2.6: "Please use `tf.keras.losses.Reduction.SUM` or `tf.keras.losses.Reduction.NONE` for loss
reduction when losses are used with `tf.distribute.Strategy`". On one device the mean of the losses of the rows is what
they would have given.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.call_graph import run_on_the_device
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.value import Kind, Value
from gpu2ipu.edits import AddArgument, Edit, Replace
from gpu2ipu.port.code.added_imports import module_alias
from gpu2ipu.port.code.expression_text import quote
from gpu2ipu.port.proposals import unique

_LOSSES = "keras.losses."
_OTHER_REDUCTIONS = ("NONE", "SUM")


def averaged_losses(script: Script) -> Iterator[tuple[ast.Call, str, tuple[Edit, ...]]]:
    """Each loss object that a program for the IPU averages with: a call of it, what to do, and the edits."""
    facts = facts_of(script)
    programs = run_on_the_device(facts)
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
            yield call, '; let the class call `super().__init__(reduction="none")`, and take the mean in the step', ()
        elif _averages(facts, made):
            same = [other for other in calls if facts.value(other.func).definition is made]
            if (made.args and not _is_first_option(facts, made)) or _is_used_otherwise(facts, made, same):
                yield call, '; make it with `reduction="none"`, and take the mean in the step', ()
            else:
                yield call, "", unique(_edits(script, made, same))


def _is_loss(value: Value) -> bool:
    return value.kind is Kind.EXTERNAL and value.name.startswith(_LOSSES) and value.definition is not None


def _averages(facts: Facts, made: ast.Call) -> bool:
    """Whether a loss is made to average, as it is where nothing is said."""
    given = [keyword.value for keyword in made.keywords if keyword.arg == "reduction"] or made.args
    values = [facts.value(node) for node in given]
    said = {str(value.constant) if value.constant is not None else value.name for value in values}
    return not any(name.rpartition(".")[2].upper() in _OTHER_REDUCTIONS for name in said)


def _is_first_option(facts: Facts, made: ast.Call) -> bool:
    """Whether the one positional argument is `from_logits` or a number, and not the reduction."""
    return len(made.args) == 1 and isinstance(facts.value(made.args[0]).constant, (bool, int, float))


def _is_used_otherwise(facts: Facts, made: ast.Call, calls: list[ast.Call]) -> bool:
    """Whether a loss object is more than called, such as given to `compile`."""
    called = {call.func for call in calls}
    for node, value in facts.values.items():
        is_other = value.definition is made and node is not made and node not in called
        if is_other and not isinstance(getattr(node, "ctx", None), ast.Store):
            return True
    return False


def _edits(script: Script, made: ast.Call, calls: list[ast.Call]) -> Iterator[Edit]:
    mark = quote(script)
    yield AddArgument(script.span(made), "reduction", f"{mark}none{mark}")
    for call in calls:
        file, span = script.file_of(call), script.span(call)
        tf, imports = module_alias(file, facts_of(file), "tensorflow", "tf")
        yield from imports
        yield Replace(span, f"{tf}.reduce_mean({{loss}})", (("loss", span),))
