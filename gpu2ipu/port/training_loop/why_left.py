"""Step reasons: what keeps a function that a training loop of the script's own calls from being a program."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.call_graph import references, with_named
from gpu2ipu.analysis.dataflow.rebound_names import frozen_value
from gpu2ipu.analysis.interpreter.facts import Construction, Facts
from gpu2ipu.analysis.keras.graph_obstacles import obstacle
from gpu2ipu.analysis.syntax.tree import Function, ancestors, function_of, in_loop
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.containers import items_in
from gpu2ipu.analysis.values.library_objects import KerasModel, Optimizer
from gpu2ipu.analysis.values.scalars import Number, Text
from gpu2ipu.analysis.values.value import Value
from gpu2ipu.port.training_loop.extracted_step import CHANGING_NUMBER

# What a compiled function keeps as it was when it was traced.
_MADE_ONCE = (KerasModel, Optimizer)
# Element types that a program does not take for an argument. It takes int64, which no feed carries (`casts.REFUSED`).
_REFUSED = {"int16", "uint16", "uint32", "uint64", "complex64", "complex128", "str", "string", "object"}


def why_left(facts: Facts, function: Function, calls: tuple[ast.Call, ...]) -> str:
    """What keeps a function, or one of its calls on the host, from the IPU; "" for nothing."""
    decorator = facts.tf_function(function)
    others = [each for each in function.decorator_list if each is not decorator]
    found = obstacle(facts, function.body, decorator is not None)
    if found:
        return f"its step has {found}"
    if others or isinstance(function, ast.AsyncFunctionDef):
        return "its step has other decorators"
    if _is_handed_over(facts, function):
        return f"`{function.name}` is passed to other code"
    if not calls:
        return f"nothing in the script calls `{function.name}`"
    if any(isinstance(c.func, ast.Attribute) and isinstance(c.func.value, ast.Call) for c in calls):
        return f"the object whose `{function.name}` is called has no name, and a compiled method does not keep it alive"
    if any(_is_in_graph(facts, call) for call in calls):
        return f"`{function.name}` is called in a `tf.function` that cannot be compiled as one program"
    if decorator is None and any(
        _is_made_anew(facts, function, construction) for construction in facts.constructions
    ):
        return "a loop creates a new model or optimizer, which a compiled step does not see"
    if decorator is None and (found := frozen_value(facts, with_named(facts, {function}), calls[0].lineno)):
        return found
    return next((reason for call in calls if (reason := _argument_refused(facts, call))), "")


def _argument_refused(facts: Facts, call: ast.Call) -> str:
    """What keeps an argument of a call from being that of a program; "" for nothing."""
    for node in (*call.args, *(keyword.value for keyword in call.keywords)):
        value = facts.value(node)
        if isinstance(value, (Number, Text)) and value.constant is None and value.dtype != "str":
            return CHANGING_NUMBER.format(ast.unparse(node))
        if (dtype := _refused_type(value)) is not None:
            return f"`{ast.unparse(node)}` holds {dtype}, which an IPU does not support"
    if any(keyword.arg is None for keyword in call.keywords):
        return "the arguments of its step come from `**`"
    return ""


def _refused_type(value: Value) -> str | None:
    """The type in an argument that cannot be taken or cast; a plain array of float64 can."""
    inside = [item for part in items_in(value) for item in (part, *items_in(part))]
    types_inside = [part.dtype for part in inside if isinstance(part, Array)]
    types = [value.dtype, *types_inside] if isinstance(value, Array) else types_inside
    refused = [dtype for dtype in types if dtype in _REFUSED]
    return next(iter(refused or [dtype for dtype in types_inside if dtype == "float64"]), None)


def _is_made_anew(facts: Facts, function: Function, construction: Construction) -> bool:
    """Whether a compiled function outlives a model or an optimizer that it was made for."""
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
