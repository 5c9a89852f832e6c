"""Frozen values: what an eager step reads anew each time, and a compiled one keeps as it was when it was compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from gpu2ipu.analysis.dataflow.binding import How
from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.tree import Function, function_of, in_loop
from gpu2ipu.analysis.values.containers import has_unknown_items
from gpu2ipu.analysis.values.definitions import FunctionChoice, ScriptClass, ScriptFunction
from gpu2ipu.analysis.values.library_objects import External, KerasLayer, Metric
from gpu2ipu.analysis.values.scalars import Number, Text

_FIXED = (ScriptFunction, FunctionChoice, ScriptClass, Metric, KerasLayer)


def frozen_value(facts: Facts, nodes: Iterable[ast.AST], first_use: int) -> str:
    """Return what functions and statements read that changes, or ""; `first_use` is the line where they first run."""
    for node in nodes:
        names = (part for part in ast.walk(node) if isinstance(part, ast.Name) and _is_read(part))
        if isinstance(node, Function):
            for name in names:
                if _is_bound_again(facts, name, node):
                    return name.id
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and _is_read(part) and _is_set_again(facts, part):
                return ast.unparse(part)
    if any(in_loop(facts.script, s) or s.lineno > first_use for s in _stores(facts, "trainable")):
        return "trainable"
    return ""


def _is_read(node: ast.Name | ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Load)


def _is_bound_again(facts: Facts, name: ast.Name, function: Function) -> bool:
    """True if a name of the module, or of a function around a function, gets another value some time."""
    if isinstance(facts.value(name), (*_FIXED, External)):
        return False
    variable = bindings_of(facts.script).variable(name)
    if variable is None or variable.scope in ast.walk(function):
        return False
    bindings = [each for each in variable.bindings if each.how is not How.DECLARED]
    if not bindings or any(each.how is How.PARAMETER for each in bindings):
        return False
    return len(bindings) > 1 or in_loop(facts.script, bindings[0].node)


def _is_set_again(facts: Facts, node: ast.Attribute) -> bool:
    """True if the script sets an attribute more than once, or elsewhere than where the object is made."""
    value = facts.value(node)
    if not (isinstance(value, (Number, Text)) or has_unknown_items(value)):
        return False
    places = list(_stores(facts, node.attr))
    hosts = [function_of(facts.script, place) for place in places]
    return len(places) > 1 or any(host is not None and host.name != "__init__" for host in hosts)


def _stores(facts: Facts, attribute: str) -> Iterator[ast.Attribute]:
    for node in facts.script.nodes:
        if isinstance(node, ast.Attribute) and node.attr == attribute and not _is_read(node):
            yield node
