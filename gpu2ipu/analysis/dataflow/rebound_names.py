"""Frozen values: what an eager step reads anew each time, and a compiled one keeps as it was when it was compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.tree import Function, bound_names, function_of, in_loop, parameter_names
from gpu2ipu.analysis.values.value import Kind

_STAYS = "`{}` changes while the script runs, and a compiled step keeps its first value"
_FIXED = (Kind.FUNCTION, Kind.CLASS, Kind.METRIC, Kind.LAYER)


def frozen_value(facts: Facts, nodes: Iterable[ast.AST], first_use: int) -> str:
    """What functions and statements read that changes, in a few words; `first_use` is the line where they first run."""
    for node in nodes:
        names = (part for part in ast.walk(node) if isinstance(part, ast.Name) and _is_read(part))
        if isinstance(node, Function):
            local = parameter_names(node) | {name for s in node.body for name in bound_names(s)}
            for name in names:
                if name.id not in local and _is_bound_again(facts, name):
                    return _STAYS.format(name.id)
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and _is_read(part) and _is_set_again(facts, part):
                return _STAYS.format(ast.unparse(part))
    if any(in_loop(facts.script, s) or s.lineno > first_use for s in _stores(facts, "trainable")):
        return _STAYS.format("trainable")
    return ""


def _is_read(node: ast.Name | ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Load)


def _is_bound_again(facts: Facts, name: ast.Name) -> bool:
    """Whether a name of the module, or of a function around, gets another value some time."""
    if facts.value(name).kind in _FIXED or facts.value(name).kind is Kind.EXTERNAL:
        return False
    scope = function_of(facts.script, name)
    while scope is not None:
        scope = function_of(facts.script, scope)
        body = facts.script.file_of(name).tree.body if scope is None else scope.body
        if scope is not None and name.id in parameter_names(scope):
            return False
        bindings = [node for s in body for node in _bindings(facts, s, scope, name.id)]
        if bindings:
            return len(bindings) > 1 or in_loop(facts.script, bindings[0])
    return False


def _bindings(facts: Facts, statement: ast.stmt, scope: Function | None, name: str) -> Iterator[ast.Name]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and node.id == name and not _is_read(node):
            inner = function_of(facts.script, node)
            is_global = inner is not None and any(
                isinstance(s, (ast.Global, ast.Nonlocal)) and name in s.names for s in ast.walk(inner)
            )
            if inner is scope or is_global:
                yield node


def _is_set_again(facts: Facts, node: ast.Attribute) -> bool:
    """Whether the script sets an attribute more than once, or elsewhere than where the object is made."""
    if facts.value(node).kind not in (Kind.CONSTANT, Kind.UNKNOWN):
        return False
    places = list(_stores(facts, node.attr))
    hosts = [function_of(facts.script, place) for place in places]
    return len(places) > 1 or any(host is not None and host.name != "__init__" for host in hosts)


def _stores(facts: Facts, attribute: str) -> Iterator[ast.Attribute]:
    for node in facts.script.nodes:
        if isinstance(node, ast.Attribute) and node.attr == attribute and not _is_read(node):
            yield node
