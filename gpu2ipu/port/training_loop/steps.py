"""Own steps: what a training loop of the script's own does for each batch.

A step is a function that the loop calls, or statements of the loop itself (`extracted_step`). It takes gradients with a
tape and applies them; or, beside such a step, it runs a model on a batch for validation. What keeps one from the IPU
is for `why_left` and `extracted_step` to say.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from gpu2ipu.analysis.dataflow.call_graph import (
    calls_on_the_host,
    opens_tapes,
    run_on_the_device,
    runs_a_model,
    updates_weights,
    with_named,
)
from gpu2ipu.analysis.dataflow.rebound_names import frozen_value
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.host_branches import runs_on_host
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.dataset_loops import datasets_around
from gpu2ipu.analysis.keras.graph_obstacles import obstacle
from gpu2ipu.analysis.keras.subclasses import MODEL_CLASSES, subclasses
from gpu2ipu.analysis.library.keras import OPEN_TAPE, TAPE
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, ancestors, function_of, statement_of
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.port.port import Port
from gpu2ipu.port.training_loop.extracted_step import (
    InlineStep,
    loop_around,
    nodes_in,
    read_inline_step,
    read_model_call,
)
from gpu2ipu.port.training_loop.outcomes import Hindrance, StepReason, Uncompiled
from gpu2ipu.port.training_loop.why_left import why_left
from gpu2ipu.records import record

_MODEL_STEPS = ("train_step", "test_step", "predict_step")  # keras/engine/training.py


@record
class Step:
    """What becomes a program for the IPU, unless something hinders it."""

    node: ast.expr  # the tape, or the call of the model
    trains: bool
    hindrance: Hindrance | None = None
    function: Function | None = None
    calls: tuple[ast.Call, ...] = ()  # of the function, on the host
    inline: InlineStep | None = None

    @property
    def places(self) -> tuple[ast.AST, ...]:
        """Where the host runs it."""
        return (self.inline.expression or self.inline.statements[0],) if self.inline else self.calls


@once
def own_steps_of(port: Port) -> tuple[Step, ...]:
    """Return the steps of a script that is not content with `fit`, in order; none for one without tapes."""
    script = port.script
    facts = facts_of(script)
    tapes = (
        list(_tapes(script, facts)) if TAPE.rpartition(".")[2] in script.text and facts.constructions else []
    )
    outermost = {node: _outermost(facts, function_of(script, node)) for node in tapes}
    device = with_named(facts, {function for function in outermost.values() if function is not None})
    steps: list[Step] = []
    inside = set[ast.AST]()
    for node, function in outermost.items():
        if function is None or not updates_weights(facts, function):
            steps += _inline(facts, node, function, device, inside)
        elif all(step.function is not function for step in steps):
            steps.append(_of_function(facts, node, function, device, trains=True))
    if steps:
        steps += _validations(facts, steps, device, inside)
    return tuple(sorted(steps, key=lambda step: (step.node.lineno, step.node.col_offset)))


def _tapes(script: Script, facts: Facts) -> Iterator[ast.expr]:
    """The first tape of each statement that opens some, where a model may run under it and `fit` does not."""
    models = set(subclasses(facts, MODEL_CLASSES))
    settled = run_on_the_device(facts)
    opened: dict[ast.stmt, ast.expr] = {}
    for node, name in facts.qualified.items():
        if name == TAPE:
            opened.setdefault(statement_of(script, node), node)
    for statement in sorted(opened, key=lambda statement: statement.lineno):
        node = opened[statement]
        around = list(ancestors(script, node))
        if any((outer in models and _has_step(outer)) or outer in settled for outer in around):
            continue
        inner = next((outer for outer in around if isinstance(outer, Function)), statement)
        if runs_a_model(facts, inner) and not runs_on_host(facts, node):
            yield node


def _outermost(
    facts: Facts, function: Function | None, seen: frozenset[ast.AST] = frozenset()
) -> Function | None:
    """The outermost function around that is a program as a whole; None where the function itself is not."""
    if function is None or function in seen:
        return None
    is_graph = facts.tf_function(function) is not None
    if obstacle(facts, function.body, is_graph):
        return function if is_graph else None
    callers = {stack[-1].function for stack in facts.calls.get(function, [])}
    caller = next(iter(callers)) if len(callers) == 1 else None
    outer = _outermost(facts, caller, seen | {function}) if isinstance(caller, Function) else None
    return outer or function


def _inline(
    facts: Facts, node: ast.expr, function: Function | None, device: set[ast.AST], inside: set[ast.AST]
) -> Iterator[Step]:
    """The steps whose statements stand in a loop: around a tape, or around the calls of a function with one.

    `inside` are the nodes of all steps so far: what one step holds is no other one.
    """
    places = [node] if function is None else list(calls_on_the_host(facts, function, device))
    for place in places:
        if place in inside:
            continue
        if loop_around(facts.script, place) is None:
            host = function_of(facts.script, place)
            found = obstacle(facts, host.body, is_graph=False) if host is not None else None
            yield Step(node, True, found or Uncompiled(StepReason.NO_LOOP))
            continue
        step = read_inline_step(facts, place, inside)
        if not isinstance(step, InlineStep):
            yield Step(node, True, step)
        elif not updates_weights(facts, *step.statements):
            yield Step(node, True, Uncompiled(StepReason.NO_UPDATE))
        elif name := frozen_value(facts, with_named(facts, set(step.statements)), step.statements[0].lineno):
            yield Step(node, True, Uncompiled(StepReason.CHANGING_VALUE, name))
        else:
            inside.update(nodes_in(*step.statements))
            yield Step(node, True, inline=step)
    if function is not None and not places:
        yield Step(node, True, Uncompiled(StepReason.NEVER_CALLED, function.name))


def _of_function(
    facts: Facts, node: ast.expr, function: Function, device: set[ast.AST], *, trains: bool
) -> Step:
    """The step that a function is as a whole; `node` is the tape or the call of a model in it."""
    calls = tuple(calls_on_the_host(facts, function, device))
    return Step(node, trains, why_left(facts, function, calls), function, calls)


def _validations(
    facts: Facts, steps: list[Step], device: set[ast.AST], inside: set[ast.AST]
) -> Iterator[Step]:
    """The steps that run a model without a tape: on the batches of a dataset, or as a `tf.function`.

    `inside` are the nodes of all steps so far.
    """
    found: set[ast.AST] = set()
    for node in (*_model_calls(facts), *_helper_calls(facts, steps, device)):
        function = function_of(facts.script, node)
        if (
            node in inside
            or function in device
            or _is_in_class_of_keras(facts, node)
            or _is_taped(facts, node)
        ):
            continue
        outer = _outermost(facts, function) if function is not None else None
        if outer is not None and outer not in found and outer not in device:
            calls = list(calls_on_the_host(facts, outer, device | {outer}))
            if calls and (facts.tf_function(outer) is not None or _on_batches(facts, calls)):
                found.add(outer)
                yield _of_function(facts, node, outer, device | {outer}, trains=False)
        elif outer is None and any(datasets_around(facts, node)):
            step = read_inline_step(facts, node, inside)
            inline = step if isinstance(step, InlineStep) else read_model_call(facts, node)
            inside.update(nodes_in(*inline.statements) if inline else ())
            hindrance = None if inline or isinstance(step, InlineStep) else step
            yield Step(node, False, hindrance, inline=inline)


def _helper_calls(facts: Facts, steps: list[Step], device: set[ast.AST]) -> list[ast.Call]:
    """The calls on the host of functions that run a model for a step, and do it elsewhere too, in order."""
    helpers = device - {step.function for step in steps if step.function is not None}
    calls = [
        call
        for helper in helpers
        if isinstance(helper, Function) and runs_a_model(facts, helper) and not opens_tapes(facts, helper)
        for call in calls_on_the_host(facts, helper, device)
    ]
    return sorted(calls, key=lambda node: (node.lineno, node.col_offset))


def _model_calls(facts: Facts) -> list[ast.Call]:
    """The calls of models on data, in order."""
    calls = [
        node
        for node, value in facts.values.items()
        if isinstance(node, ast.Call)
        and isinstance(facts.value(node.func), KerasModel)
        and not isinstance(value, KerasTensor)
    ]
    return sorted(calls, key=lambda node: (node.lineno, node.col_offset))


def _on_batches(facts: Facts, calls: Iterable[ast.Call]) -> bool:
    return all(any(datasets_around(facts, call)) for call in calls)


def _is_taped(facts: Facts, node: ast.AST) -> bool:
    """True if a node is inside a `GradientTape` block, which is a step, or is left as it is, by itself."""
    blocks = (outer for outer in ancestors(facts.script, node) if isinstance(outer, ast.With))
    return any(facts.value(item.context_expr).name == OPEN_TAPE for block in blocks for item in block.items)


def _is_in_class_of_keras(facts: Facts, node: ast.AST) -> bool:
    """True if a node is in a model or layer of the script's own: it runs where that is run."""
    classes = (outer for outer in ancestors(facts.script, node) if isinstance(outer, ast.ClassDef))
    return any(facts.value(base).name.startswith("keras.") for outer in classes for base in outer.bases)


def _has_step(node: ast.AST) -> bool:
    """True if a class has a step of its own, which a rule is about, with all that it calls in its class."""
    return isinstance(node, ast.ClassDef) and any(
        isinstance(child, ast.FunctionDef) and child.name in _MODEL_STEPS for child in node.body
    )
