"""Named code: the functions of a script that a statement or function names, and so may run; and what they do.

A function counts as run wherever it is named: what becomes of a name that is handed over is not followed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.library.callers import IPU_COMPILERS
from gpu2ipu.analysis.library.keras import TAPE
from gpu2ipu.analysis.syntax.tree import Function, function_of
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.analysis.values.definitions import FunctionChoice, ScriptFunction
from gpu2ipu.analysis.values.library_objects import External, ModelMethod, Strategy
from gpu2ipu.analysis.values.value import Unknown

# Methods that say nothing of a model.
_OF_TAPES_AND_TENSORS = {
    *("gradient", "jacobian", "batch_jacobian", "watch", "stop_recording", "reset"),
    *("numpy", "assign", "assign_add", "assign_sub", "append", "format"),
}
# Methods that change weights, of optimizers and of variables.
_UPDATES = ("apply_gradients", "minimize", "assign", "assign_sub", "assign_add")


def with_named(facts: Facts, nodes: set[ast.AST]) -> set[ast.AST]:
    """Functions or statements, with the functions of the script that they name, and so on."""
    found: set[ast.AST] = set()
    pending = set(nodes)
    while pending:
        found |= pending
        pending = {named for node in pending for named in _named(facts, node)} - found
    return found


def _named(facts: Facts, node: ast.AST) -> set[ast.AST]:
    definitions = (facts.value(inner).definition for inner in ast.walk(node) if isinstance(inner, ast.expr))
    return {definition for definition in definitions if isinstance(definition, Function)}


def run_on_the_device(facts: Facts) -> set[ast.AST]:
    """Return the functions that are compiled for the IPU, with those of the script that they name.

    `strategy.run` compiles some, and `ipu_compiler.compile` those of TensorFlow 1.
    """
    compiled = (_compiled(facts, call) or _handed_to_run(facts, call) for call in facts.values)
    return with_named(facts, {function for function in compiled if function is not None})


def _compiled(facts: Facts, call: ast.expr) -> Function | None:
    """The function that a call of the SDK compiles as a graph."""
    if not isinstance(call, ast.Call) or facts.qualified.get(call) not in IPU_COMPILERS:
        return None
    function = facts.value(argument(call, 0, "computation", "func")).definition
    return function if isinstance(function, Function) else None


def _handed_to_run(facts: Facts, call: ast.expr) -> Function | None:
    """The `tf.function` that a call hands to the strategy's `run`, which compiles it as a whole with or without
    `jit_compile` (tensorflow/python/ipu/ipu_strategy.py of the SDK); a plain one where the call is in a graph.
    """
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "run"):
        return None
    if not isinstance(facts.value(call.func.value), Strategy):
        return None
    function = facts.value(facts.argument(call, "tensorflow.distribute.Strategy.run", "fn")).definition
    if not isinstance(function, Function):
        return None
    host = function_of(facts.script, call)
    is_in_graph = host is not None and facts.tf_function(host) is not None
    return function if is_in_graph or facts.tf_function(function) is not None else None


def updates_weights(facts: Facts, *nodes: ast.AST) -> bool:
    """True if statements or functions, or what they call, change weights."""
    calls = (call for one in with_named(facts, set(nodes)) for call in ast.walk(one))
    return any(
        isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in _UPDATES
        for call in calls
    )


def runs_a_model(facts: Facts, node: ast.AST) -> bool:
    """True if a statement or function may run a model, by itself or by the functions of the script that it names."""
    calls = [
        call for one in with_named(facts, {node}) for call in ast.walk(one) if isinstance(call, ast.Call)
    ]
    return any(_is_of_a_model(facts, call.func) for call in calls)


def _is_of_a_model(facts: Facts, function: ast.expr) -> bool:
    """True if a called function may be a model, or may run one."""
    value = facts.value(function)
    if isinstance(function, ast.Attribute) and isinstance(value, (Unknown, ModelMethod)):
        return function.attr not in _OF_TAPES_AND_TENSORS
    return not isinstance(value, (External, ScriptFunction, FunctionChoice))


def opens_tapes(facts: Facts, function: Function) -> bool:
    """True if a function, or one that it names, takes gradients."""
    nodes = (node for one in with_named(facts, {function}) for node in ast.walk(one))
    return any(isinstance(node, ast.expr) and facts.qualified.get(node) == TAPE for node in nodes)


def calls_on_the_host(facts: Facts, function: Function, device: set[ast.AST]) -> Iterator[ast.Call]:
    """Yield the calls of a function in code that the host runs, in order; `device` are functions that it does not."""
    for node in sorted(references(facts, function), key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.Call) and function_of(facts.script, node) not in device:
            yield node


def references(facts: Facts, function: Function) -> Iterator[ast.expr]:
    """Yield the calls of a function, and what else names it."""
    named = {node for node, value in facts.values.items() if value.definition is function}
    named = {node for node in named if isinstance(node, (ast.Name, ast.Attribute)) and not _is_stored(node)}
    for node in facts.values:
        if isinstance(node, ast.Call) and node.func in named:
            named.discard(node.func)
            yield node
    yield from named


def _is_stored(node: ast.Name | ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Store)
