"""Rounds: how often a loop of the script runs, where that is written."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.tree import Function, ancestors
from gpu2ipu.analysis.values.containers import Dict, ListOf, ListOrTuple

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_CHANGES_LENGTH = ("clear", "extend", "insert", "pop", "remove")
_SAME_LENGTH = ("enumerate", "reversed", "list", "tuple", "sorted")


def rounds_of(facts: Facts, node: ast.AST, outermost: ast.AST | None = None) -> int | None:
    """Return how often a node is executed when its function is, or a statement around it; None if unknown."""
    rounds, inner = 1, node
    for outer in ancestors(facts.script, node):
        if isinstance(outer, (Function, ast.Lambda)):
            break
        factor: int | None = 1
        if isinstance(outer, _LOOPS) and inner in outer.body:
            factor = loop_rounds(facts, outer)
        elif isinstance(outer, _COMPREHENSIONS):
            factor = rounds_of_comprehension(facts, outer)
        if factor is None:
            return None
        rounds, inner = rounds * factor, outer
        if outer is outermost:
            break
    return rounds


def loop_rounds(facts: Facts, loop: ast.AST) -> int | None:
    """Return how often the body of a loop is executed; None if that is not known."""
    if not isinstance(loop, ast.For) or any(isinstance(each, ast.Break) for each in ast.walk(loop)):
        return None
    return length_of(facts, loop.iter)


def rounds_of_comprehension(facts: Facts, node: ast.AST) -> int | None:
    """Return how many items a comprehension has; None if that is not known."""
    rounds = 1
    for part in getattr(node, "generators", ()):
        length = None if part.ifs else length_of(facts, part.iter)
        if length is None:
            return None
        rounds *= length
    return rounds


def length_of(facts: Facts, node: ast.expr) -> int | None:
    """Return how many items an expression gives to a loop; None if that is not known."""
    value = facts.value(node)
    if isinstance(value, (ListOrTuple, Dict)):
        return len(value.items)
    if isinstance(value, ListOf) and isinstance(node, (ast.Name, ast.Attribute)):
        return _length_of_list(facts, node)
    if isinstance(node, ast.ListComp):
        return rounds_of_comprehension(facts, node)
    name = facts.qualified.get(node, "").removeprefix("builtins.") if isinstance(node, ast.Call) else ""
    if not isinstance(node, ast.Call) or node.keywords or not node.args:
        return None
    if name == "range":
        numbers = [facts.value(each).number for each in node.args]
        return None if None in numbers else len(range(*(each or 0 for each in numbers)))
    if name in _SAME_LENGTH:
        return length_of(facts, node.args[0])
    if name == "zip":
        lengths = [length_of(facts, each) for each in node.args]
        return None if None in lengths else min(each or 0 for each in lengths)
    return None


def _length_of_list(facts: Facts, node: ast.Name | ast.Attribute) -> int | None:
    """The length of a list that is bound once, written or by a comprehension, and grows by `append` only."""
    assigned = bindings_of(facts.script).assigned(node)
    if len(assigned) != 1 or not isinstance(assigned[0], (ast.List, ast.ListComp)):
        return None
    if isinstance(assigned[0], ast.List) and any(isinstance(each, ast.Starred) for each in assigned[0].elts):
        return None
    length = length_of(facts, assigned[0]) if isinstance(assigned[0], ast.ListComp) else len(assigned[0].elts)
    for method in _methods_of(facts, ast.unparse(node)):
        call = facts.script.parents[method]
        rounds = rounds_of(facts, call) if method.attr == "append" else None
        if length is None or rounds is None or method.attr in _CHANGES_LENGTH:
            return None
        length += rounds
    return length


def _methods_of(facts: Facts, text: str) -> Iterator[ast.Attribute]:
    """Yield the methods of a list that change its length, wherever it has the same name."""
    methods = (node for node in facts.script.nodes if isinstance(node, ast.Attribute))
    changing = (node for node in methods if node.attr in ("append", *_CHANGES_LENGTH))
    yield from (node for node in changing if ast.unparse(node.value) == text)
