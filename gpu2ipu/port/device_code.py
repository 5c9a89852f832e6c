"""Device code: the functions of a script that become part of a model's program, and the layers that do."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.layers import Layer
from gpu2ipu.analysis.keras.model import compilations_of, layers_in_models
from gpu2ipu.analysis.keras.subclasses import lineage, methods
from gpu2ipu.analysis.syntax.tree import Function, ancestors
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.analysis.values.call_arguments import argument, passed_values
from gpu2ipu.analysis.values.containers import items_in
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.analysis.values.definitions import functions_of
from gpu2ipu.analysis.values.library_objects import External, KerasLayer, KerasModel, Metric, constructions_of
from gpu2ipu.analysis.values.value import Value

_LAMBDA = "keras.layers.Lambda"
_METHODS = ("call", "update_state", "result")


def device_functions(facts: Facts, steps: Iterable[ast.AST] = ()) -> tuple[ast.AST, ...]:
    """Return the functions of losses, metrics, layers and models, those of `steps`, and those that they call."""
    found = dict[ast.AST, None]()
    pending = [*_given_to_compile(facts), *_of_constructions(facts), *steps]
    for function in pending:
        if function in found:
            continue
        found[function] = None
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                pending += [one.definition for one in functions_of(facts.value(node.func))]
    return tuple(found)


def _given_to_compile(facts: Facts) -> Iterator[ast.AST]:
    for each in compilations_of(facts):
        for node in (each.loss, each.metrics, each.weighted_metrics):
            yield from _functions_in(facts, facts.value(node))


def _functions_in(facts: Facts, value: Value) -> Iterator[ast.AST]:
    yield from (one.definition for one in functions_of(value))
    if isinstance(value, (External, Metric)) and isinstance(value.definition, ast.ClassDef):
        yield from _methods(facts, value.definition)
    for item in items_in(value):
        yield from _functions_in(facts, item)


def _of_constructions(facts: Facts) -> Iterator[ast.AST]:
    """The methods of the layers, models and metrics of the script, and the functions of `Lambda` layers."""
    for each in facts.constructions:
        if each.value.name == _LAMBDA and isinstance(each.value, KerasLayer):
            given = argument(each.node, 0, "function")
            yield from (one.definition for one in functions_of(facts.value(given)))
        elif isinstance(each.value.definition, ast.ClassDef):
            yield from _methods(facts, each.value.definition)


def _methods(facts: Facts, definition: ast.ClassDef) -> Iterator[ast.AST]:
    for owner in lineage(facts, definition):
        yield from methods(owner, _METHODS)


def trained_layers(facts: Facts) -> Iterator[Layer]:
    """Yield each place where a layer becomes part of a model that is more than a step of a dataset.

    A `Sequential` that only a function of a dataset calls stays on the host.
    """
    used, mapped = _used_models(facts), _mapped_functions(facts)
    for layer in layers_in_models(facts):
        if any(outer in mapped for outer in ancestors(facts.script, layer.node)):
            continue
        around = [node for node in ancestors(facts.script, layer.node) if isinstance(node, ast.Call)]
        models = [facts.value(call) for call in around[:1]]
        added = [facts.value(call.func.value) for call in around[:1] if isinstance(call.func, ast.Attribute)]
        owners = [each for each in (*models, *added) if isinstance(each, KerasModel)]
        if not owners or any(constructions_of(each) & used for each in owners):
            yield layer


def _mapped_functions(facts: Facts) -> set[ast.AST]:
    """The functions that datasets call."""
    calls = (each for each in facts.method_calls if isinstance(each.receiver, Dataset))
    given = (node for each in calls for node in passed_values(each.node))
    return {one.definition for node in given for one in functions_of(facts.value(node))}


def _used_models(facts: Facts) -> set[tuple[ast.AST, ...]]:
    """The constructions of models that are compiled or trained, part of another model, or called with symbols."""
    found = set[tuple[ast.AST, ...]]()
    for each in facts.method_calls:
        if isinstance(each.receiver, KerasModel) and each.method != "add":
            found |= constructions_of(each.receiver)
    for node, value in list(facts.values.items()):
        if isinstance(value, KerasModel) and _is_part(facts, node):
            found |= constructions_of(value)
    return found


def _is_part(facts: Facts, node: ast.expr) -> bool:
    """True if an expression is listed or added as a layer, kept by an object, or called with symbols."""
    outer = next(ancestors(facts.script, node), None)
    if isinstance(outer, ast.Call) and outer.func is node:
        called = next((each for each in ancestors(facts.script, outer) if isinstance(each, Function)), None)
        in_call = called is not None and called.name == "call"
        return in_call or any(isinstance(facts.value(each), KerasTensor) for each in outer.args)
    if isinstance(outer, (ast.List, ast.Tuple)):
        outer = next(ancestors(facts.script, outer), None)
    return isinstance(outer, ast.Call) and isinstance(facts.value(outer), KerasModel)
