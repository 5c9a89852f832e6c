"""Variables of the script's own that a program for the IPU reads: `tf.Variable(0.0)` in a loss, a layer or a step.

Those of a model that does not know its inputs are created by its first call: `model(x[:1])` in front of `fit`. They
are created in the strategy's scope as the model is. What a program reads from the host is an error: "Trying to access
resource … located in device … from device …" (`ValidateDevice` in tensorflow/core/framework/resource_mgr.cc).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.call_graph import run_on_the_device
from gpu2ipu.analysis.interpreter.facts import Construction, Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.layers import SEQUENTIAL
from gpu2ipu.analysis.keras.subclasses import own_train_steps
from gpu2ipu.analysis.library.keras import TAPE
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, statement_of
from gpu2ipu.analysis.values.definitions import functions_of
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.port.device_code import device_functions
from gpu2ipu.port.port import Port
from gpu2ipu.port.training_loop.steps import own_steps_of

_TAPE = TAPE.rpartition(".")[2]
_SAYS_INPUTS = ("input_shape", "input_dim", "Input(", "InputLayer", ".build(")


@once
def variables_of_programs(port: Port) -> tuple[Construction, ...]:
    """Return what creates variables outside of every scope that programs for the IPU read."""
    facts = facts_of(port.script)
    outside = [each for each in facts.variables if not each.in_scope and each.stack[0].function is None]
    if not outside:
        return ()
    read = set(_read_by_programs(port))
    return tuple(
        each
        for each in outside
        if (
            _creates_weights(facts, each.value)
            if isinstance(each.value, KerasModel)
            else not read.isdisjoint(_names_of(port.script, each))
        )
    )


def _creates_weights(facts: Facts, called: KerasModel) -> bool:
    """True if a call creates the weights of a model that is trained by `fit` later: nothing else says its inputs."""
    text = facts.script.text
    if called.inputs or _TAPE in text:
        return False
    if not isinstance(called.definition, ast.ClassDef) and (
        called.name != SEQUENTIAL or any(word in text for word in _SAYS_INPUTS)
    ):
        return False
    fits = (each.receiver for each in facts.everywhere.method_calls if each.method == "fit")
    return any(isinstance(each, KerasModel) and each.constructed_by & called.constructed_by for each in fits)


def _read_by_programs(port: Port) -> Iterator[str]:
    """The names and attributes that functions on the device read from outside."""
    facts = facts_of(port.script).everywhere
    steps = [step for step in own_steps_of(port) if step.hindrance is None]
    programs: list[ast.AST] = [*run_on_the_device(facts), *own_train_steps(facts)]
    programs += [step.function for step in steps if step.function is not None]
    programs += [part for step in steps if step.inline is not None for part in step.inline.statements]
    for function in device_functions(facts, programs):
        yield from bindings_of(port.script).free((function,))
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute):
                yield node.attr


def _names_of(script: Script, variable: Construction) -> set[str]:
    """The names and attributes by which a variable is known, also where it is handed to functions and objects."""
    pending = [name for frame in variable.stack for name in _targets(statement_of(script, frame.call))]
    found = set(pending)
    for name in pending:
        others = _other_names(script).get(name, set()) - found
        found |= others
        pending += others
    return found


def _targets(statement: ast.stmt) -> Iterator[str]:
    """The names and attributes that a statement binds."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


@once
def _other_names(script: Script) -> Mapping[str, set[str]]:
    """What is bound to the values of names: parameters, and what is assigned from a name as it is."""
    facts, found = facts_of(script).everywhere, dict[str, set[str]]()
    for node in facts.script.nodes:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Name):
            found.setdefault(node.value.id, set()).update(_targets(node))
        elif isinstance(node, ast.Call):
            for name, parameter in _passed(facts, node):
                found.setdefault(name, set()).add(parameter)
    return found


def _passed(facts: Facts, call: ast.Call) -> Iterator[tuple[str, str]]:
    """The names that a call passes, each with the parameter of a function or class of the script."""
    for keyword in call.keywords:
        if isinstance(keyword.value, ast.Name) and keyword.arg is not None:
            yield keyword.value.id, keyword.arg
    if not any(isinstance(each, ast.Name) for each in call.args):
        return
    for definition in _called(facts, call):
        parameters = [each.arg for each in (*definition.args.posonlyargs, *definition.args.args)]
        is_method = parameters[:1] in (["self"], ["cls"])
        for argument, parameter in zip(call.args, parameters[is_method:], strict=False):
            if isinstance(argument, ast.Name):
                yield argument.id, parameter


def _called(facts: Facts, call: ast.Call) -> Iterator[Function | ast.Lambda]:
    """The functions that a call runs; of a class its `__init__`."""
    value = facts.value(call.func)
    found = [each.definition for each in functions_of(value)]
    if isinstance(value.definition, ast.ClassDef):
        found += [each for each in value.definition.body if getattr(each, "name", "") == "__init__"]
    yield from (each for each in found if isinstance(each, (Function, ast.Lambda)))
