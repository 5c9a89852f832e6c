"""Reaching: whether what a name is bound to at one place may still be its value at another one.

Statements are compared by where they stand: a binding is replaced by another one that every way to the place passes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from gpu2ipu.analysis.dataflow.binding import Binding, How
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, ancestors, block_of, statement_of

_Place = tuple[int, int]
_Loop = ast.For | ast.AsyncFor | ast.While

_LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
# of these each takes all of a generator at once
_CONSUMERS = ("all", "any", "dict", "list", "max", "min", "set", "sorted", "sum", "tuple")
_HEADERS = (How.ITERATED, How.ENTERED, How.CAUGHT, How.MATCHED, How.PARAMETER)


def may_reach(script: Script, binding: Binding, others: Iterable[Binding], place: ast.AST) -> bool:
    """True if a binding may give a name its value at a place; `others` bind the same name."""
    if binding.how is How.DECLARED:
        return False
    around = [place, *ancestors(script, place)]
    if _runner(script, binding.node) is not _runner(script, place):
        return True  # another function, which runs at a time of its own
    replacing = [
        other
        for other in others
        if other is not binding
        and _runner(script, other.node) is _runner(script, place)
        and is_certain(script, other, place)
    ]
    start, end = _start(script, place), moment(script, binding)
    is_above = end <= start and not _are_alternatives(script, binding.node, around)
    if is_above and not any(end < moment(script, other) <= start for other in replacing):
        return True
    loop = next((outer for outer in _loops(script, place) if outer in ancestors(script, binding.node)), None)
    if loop is None:
        return False
    again = (other for other in replacing if loop in ancestors(script, other.node))
    return not any(moment(script, other) <= start for other in again)


def is_certain(script: Script, binding: Binding, place: ast.AST) -> bool:
    """True if every way to a place that passes the block of a binding, up there, passes the binding itself."""
    if binding.how is How.DECLARED or isinstance(script.parents.get(binding.node), ast.NamedExpr):
        return False
    around = {place, *ancestors(script, place)}
    if binding.how is How.PARAMETER:
        return True
    if binding.how is How.CAUGHT:
        return binding.node in around and place is not binding.node
    statement = statement_of(script, binding.node)
    if binding.how is How.ITERATED:
        return isinstance(statement, _Loop) and any(each in around for each in statement.body)
    if binding.how is How.MATCHED:
        case = next(outer for outer in ancestors(script, binding.node) if isinstance(outer, ast.match_case))
        return any(each in around for each in case.body)
    parent = script.parents[statement]
    while isinstance(parent, (ast.With, ast.AsyncWith)):  # its body is always run
        statement, parent = parent, script.parents[parent]
    return any(each in around for each in block_of(script, statement))


def moment(script: Script, binding: Binding) -> _Place:
    """Return the place in the text from which on a binding holds."""
    parent = script.parents.get(binding.node)
    if isinstance(parent, ast.NamedExpr):
        return _end(parent)
    if binding.how in _HEADERS:
        return binding.start
    return _end(statement_of(script, binding.node))


def _end(node: ast.expr | ast.stmt) -> _Place:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


def _start(script: Script, place: ast.AST) -> _Place:
    """Where a place is; what a loop iterates over is read before its target is bound."""
    inner = place
    for outer in ancestors(script, place):
        if isinstance(outer, (ast.For, ast.AsyncFor)) and inner is outer.iter:
            return outer.lineno, outer.col_offset
        if isinstance(outer, ast.stmt):
            break
        inner = outer
    return getattr(place, "lineno", 1), getattr(place, "col_offset", 0)


def _runner(script: Script, node: ast.AST) -> ast.AST | None:
    """What runs a node when it runs itself: a function, a lambda, a generator; None for the module."""
    inner = node
    for outer in ancestors(script, node):
        is_inside = isinstance(inner, ast.stmt) or inner is getattr(outer, "body", None)
        if isinstance(node, ast.arg) and isinstance(inner, ast.arguments):
            return outer
        if isinstance(outer, ast.GeneratorExp) and not _is_consumed(script, outer):
            return outer
        if isinstance(outer, _LATER) and is_inside:
            return outer
        inner = outer
    return None


def _is_consumed(script: Script, generator: ast.GeneratorExp) -> bool:
    call = script.parents[generator]
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in _CONSUMERS


def _loops(script: Script, node: ast.AST) -> Iterator[ast.AST]:
    """The loops around a node in its own function that run it several times, from the inside out."""
    inner = node
    for outer in ancestors(script, node):
        if isinstance(outer, (Function, ast.Lambda)):
            return
        if (
            isinstance(outer, _Loop)
            and inner is not getattr(outer, "iter", None)
            and inner not in outer.orelse
        ):
            yield outer
        inner = outer


def _are_alternatives(script: Script, node: ast.AST, around: list[ast.AST]) -> bool:
    """True if a node and a place, which `around` begins with, are in different branches of an `if` or `match`."""
    inner = node
    for outer in ancestors(script, node):
        if outer in around[1:]:
            other = around[around.index(outer) - 1]
            if isinstance(outer, ast.If):
                branches = [
                    [each in block for block in (outer.body, outer.orelse)] for each in (inner, other)
                ]
                return sorted(branches) == [[False, True], [True, False]]
            return isinstance(inner, ast.match_case) and isinstance(other, ast.match_case)
        inner = outer
    return False
