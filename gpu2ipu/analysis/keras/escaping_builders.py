"""Builders that are passed on: functions that create models, given to code that the script does not show.

Keras Tuner, the wrappers for scikit-learn and Optuna call them when they like, so that no scope around the script's own
statements holds what they make.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts, Frame
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.call_arguments import passed_values
from gpu2ipu.analysis.values.containers import items_in
from gpu2ipu.analysis.values.definitions import (
    FunctionChoice,
    Instance,
    ScriptClass,
    ScriptFunction,
    functions_of,
)
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.analysis.values.value import Value
from gpu2ipu.records import record

_OWN = (ScriptFunction, FunctionChoice, ScriptClass, Instance)
_FOLLOWED = ("builtins.", "functools.", "dataclasses.")
_TO_TESTS = "pytest."  # hands what it is given to tests of the script
_BUILDING = "build"  # the method of a `HyperModel` that Keras Tuner calls


@record
class HandedOn:
    """A builder in the arguments of a call."""

    argument: ast.expr
    taker: ast.expr
    function: ast.AST
    to_tests: bool


def handed_on(script: Script) -> Iterator[HandedOn]:
    """Yield the builders that are passed to what is not in the script, and are not called by it there."""
    facts = facts_of(script)
    makers = _makers(facts)
    for call in facts.values if makers else ():
        if (
            not isinstance(call, ast.Call)
            or _is_followed(facts.value(call.func))
            or _is_in_scope(script, call)
        ):
            continue
        to_tests = facts.value(call.func).name.startswith(_TO_TESTS)
        for argument in passed_values(call):
            for function in _functions(facts.value(argument)):
                if function in makers and not _is_called_there(facts, function, call):
                    yield HandedOn(argument, call.func, function, to_tests)


def _makers(facts: Facts) -> set[ast.AST]:
    """The functions in which models are created, and that do not enter a scope for it."""
    found: set[ast.AST] = set()
    for construction in facts.constructions:
        for frame in reversed(construction.stack if isinstance(construction.value, KerasModel) else ()):
            if frame.function is None or _is_in_scope(facts.script, frame.call, frame):
                break
            found.add(frame.function)
    return found


def _is_in_scope(script: Script, node: ast.AST, frame: Frame | None = None) -> bool:
    """True if a node is in a `with strategy.scope():` block, one of its own function where there is a frame."""
    for outer in ancestors(script, node):
        if frame is not None and outer is frame.function:
            return False
        if isinstance(outer, ast.With) and any(_is_scope(item.context_expr) for item in outer.items):
            return True
    return False


def _is_scope(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "scope"


def _is_followed(taker: Value) -> bool:
    return isinstance(taker, _OWN) or taker.name.startswith(_FOLLOWED)


def _functions(value: Value) -> Iterator[ast.AST]:
    """The functions that may be meant, and the one by which a hypermodel builds."""
    yield from (one.definition for one in functions_of(value, *items_in(value)))
    for one in (value, *items_in(value)):
        if isinstance(one, Instance) and isinstance(one.definition, ast.ClassDef):
            yield from (
                node
                for node in one.definition.body
                if isinstance(node, ast.FunctionDef) and node.name == _BUILDING
            )


def _is_called_there(facts: Facts, function: ast.AST, call: ast.Call) -> bool:
    return any(frame.call is call for stack in facts.calls.get(function, ()) for frame in stack)
