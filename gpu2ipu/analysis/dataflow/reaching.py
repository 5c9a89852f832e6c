"""Reaching: whether what a name is bound to at one place may still be its value at another one.

Statements are compared by where they stand: a binding is replaced by another one that every way to the place passes.
"""

from __future__ import annotations

import ast
import bisect
import itertools
from collections.abc import Iterable, Iterator, Mapping

from gpu2ipu.analysis.dataflow.binding import Binding, How
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, ancestors, block_of, statement_of

RunOrder = Mapping[ast.AST | None, list[Binding]]
_Place = tuple[int, int]
_Loop = ast.For | ast.AsyncFor | ast.While

_LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
# of these each takes all of a generator at once
_CONSUMERS = ("all", "any", "dict", "list", "max", "min", "set", "sorted", "sum", "tuple")
_HEADERS = (How.ITERATED, How.ENTERED, How.CAUGHT, How.MATCHED, How.PARAMETER)


def in_order(script: Script, bindings: Iterable[Binding]) -> RunOrder:
    """The bindings of a name by what runs them, in the order in which they are run but for loops."""
    order: dict[ast.AST | None, list[Binding]] = {}
    for binding in bindings:
        if binding.how is not How.DECLARED:
            order.setdefault(_runner(script, binding.node), []).append(binding)
    for some in order.values():
        some.sort(key=lambda binding: moment(script, binding))
    return order


def reaching(script: Script, order: RunOrder, place: ast.AST) -> Iterator[Binding]:
    """The bindings that may give their name its value at a place."""
    runner = _runner(script, place)
    for other, some in order.items():
        if other is not runner:  # another function, which runs at a time of its own
            yield from some
    own, start = order.get(runner, []), _start(script, place)
    around = [place, *ancestors(script, place)]
    below = bisect.bisect_right(own, start, key=lambda binding: moment(script, binding))
    last: Binding | None = None  # above the place, on every way to it
    again: list[Binding] = []  # only the next round of a loop brings them to the place
    for binding in map(own.__getitem__, range(below - 1, -1, -1)):
        if last is not None and moment(script, binding) < moment(script, last):
            break
        if _are_alternatives(script, binding.node, around):
            again.append(binding)
        else:
            yield binding
        if last is None and is_certain(script, binding, place):
            last = binding
    loops = list(_loops(script, place))
    end = _end(loops[-1]) if loops else start
    again += itertools.takewhile(lambda each: moment(script, each) <= end, itertools.islice(own, below, None))
    replaced = set() if last is None else set(ancestors(script, last.node))
    for binding in again:
        inside = set(ancestors(script, binding.node))
        loop = next((outer for outer in loops if outer in inside), None)
        if loop is not None and loop not in replaced:
            yield binding


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


def _loops(script: Script, node: ast.AST) -> Iterator[_Loop]:
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
