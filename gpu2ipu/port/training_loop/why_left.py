"""What keeps a function that a training loop of the script's own calls from being a program."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.call_graph import references, with_named
from gpu2ipu.analysis.dataflow.rebound_names import frozen_value
from gpu2ipu.analysis.interpreter.facts import Construction, Facts
from gpu2ipu.analysis.keras.graph_obstacles import obstacle
from gpu2ipu.analysis.syntax.tree import Function, ancestors, function_of, in_loop
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.call_arguments import passed_values
from gpu2ipu.analysis.values.containers import items_in
from gpu2ipu.analysis.values.library_objects import KerasModel, Optimizer
from gpu2ipu.analysis.values.scalars import Number, Text
from gpu2ipu.analysis.values.value import Value
from gpu2ipu.port.training_loop.outcomes import Hindrance, StepReason, Uncompiled

# What a compiled function keeps as it was when it was traced.
_MADE_ONCE = (KerasModel, Optimizer)
# Element types that a program does not take for an argument. It takes int64, which no feed carries (`casts.REFUSED`).
_REFUSED = {"int16", "uint16", "uint32", "uint64", "complex64", "complex128", "str", "string", "object"}


def why_left(facts: Facts, function: Function, calls: tuple[ast.Call, ...]) -> Hindrance | None:
    """Return what keeps a function, or one of its calls on the host, from the IPU."""
    decorator = facts.tf_function(function)
    others = [each for each in function.decorator_list if each is not decorator]
    found = obstacle(facts, function.body, decorator is not None)
    if found:
        return found
    if others or isinstance(function, ast.AsyncFunctionDef):
        return Uncompiled(StepReason.DECORATED)
    if _is_handed_over(facts, function):
        return Uncompiled(StepReason.PASSED_ON, function.name)
    if not calls:
        return Uncompiled(StepReason.NEVER_CALLED, function.name)
    if any(isinstance(c.func, ast.Attribute) and isinstance(c.func.value, ast.Call) for c in calls):
        return Uncompiled(StepReason.UNNAMED_OBJECT, function.name)
    if any(_is_in_graph(facts, call) for call in calls):
        return Uncompiled(StepReason.IN_GRAPH, function.name)
    if decorator is None and any(
        _is_made_anew(facts, function, construction) for construction in facts.constructions
    ):
        return Uncompiled(StepReason.NEW_MODEL)
    if decorator is None and (name := frozen_value(facts, with_named(facts, {function}), calls[0].lineno)):
        return Uncompiled(StepReason.CHANGING_VALUE, name)
    return next(filter(None, (_argument_refused(facts, call) for call in calls)), None)


def _argument_refused(facts: Facts, call: ast.Call) -> Uncompiled | None:
    """What keeps an argument of a call from being that of a program."""
    for node in passed_values(call):
        value = facts.value(node)
        if isinstance(value, (Number, Text)) and value.constant is None and value.dtype != "str":
            return Uncompiled(StepReason.CHANGING_NUMBER, ast.unparse(node))
        if (dtype := _refused_type(value)) is not None:
            return Uncompiled(StepReason.UNSUPPORTED_ARGUMENT, ast.unparse(node), dtype)
    if any(keyword.arg is None for keyword in call.keywords):
        return Uncompiled(StepReason.UNPACKED)
    return None


def _refused_type(value: Value) -> str | None:
    """The type in an argument that cannot be taken or cast; a plain array of float64 can."""
    inside = [item for part in items_in(value) for item in (part, *items_in(part))]
    types_inside = [part.dtype for part in inside if isinstance(part, Array)]
    types = [value.dtype, *types_inside] if isinstance(value, Array) else types_inside
    refused = [dtype for dtype in types if dtype in _REFUSED]
    return next(iter(refused or [dtype for dtype in types_inside if dtype == "float64"]), None)


def _is_made_anew(facts: Facts, function: Function, construction: Construction) -> bool:
    """True if a compiled function outlives a model or an optimizer that it was made for."""
    host = function_of(facts.script, function)
    is_method = any(isinstance(outer, ast.ClassDef) for outer in ancestors(facts.script, function))
    if not isinstance(construction.value, _MADE_ONCE) or is_method:
        return False
    frames = [frame for frame in construction.stack if host is None or frame.function is host]
    return any(in_loop(facts.script, frame.call) for frame in frames)


def _is_in_graph(facts: Facts, call: ast.Call) -> bool:
    host = function_of(facts.script, call)
    return host is not None and facts.tf_function(host) is not None


def _is_handed_over(facts: Facts, function: Function) -> bool:
    return any(not isinstance(node, ast.Call) for node in references(facts, function))
