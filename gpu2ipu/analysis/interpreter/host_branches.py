"""Host branches: what a script for IPUs runs where it uses none, as in `if args.use_ipu: … else: …`.

The branch that creates an IPUStrategy tells which condition chooses between devices. What the other branch of that
condition runs never comes to an IPU, there and wherever else the condition is asked. Nor does a test that enters no
scope of a strategy, in a script for IPUs whose other tests do.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from gpu2ipu.analysis.interpreter.facts import Construction, Facts, MethodCall, Stack
from gpu2ipu.analysis.syntax.both_devices import condition_of
from gpu2ipu.analysis.syntax.python_tests import is_test
from gpu2ipu.analysis.syntax.tree import Function, ancestors
from gpu2ipu.analysis.values.library_objects import Strategy

N = TypeVar("N", Construction, MethodCall)


class _Decision(NamedTuple):
    """An `if`, or `a if b else c`, on the device: its condition, what runs where that holds, and what otherwise."""

    condition: str
    held: list[ast.AST]
    otherwise: list[ast.AST]


def leave_out(facts: Facts) -> None:
    """Note what runs on the host only, and take the calls of models and datasets there out of the facts."""
    facts.on_host.update(_statements(facts))
    facts.on_host.update(_tests(facts))
    if facts.on_host:
        facts.constructions[:] = _on_ipus(facts, facts.constructions)
        for calls in (facts.method_calls, facts.unseen_calls, facts.adaptations):
            calls[:] = _on_ipus(facts, calls)


def _on_ipus(facts: Facts, notes: Iterable[N]) -> list[N]:
    return [each for each in notes if not _is_on_host(facts, each.stack)]


def runs_on_host(facts: Facts, node: ast.AST) -> bool:
    """True if a node is only reached from branches without an IPU."""
    if not facts.on_host:
        return False
    outer = [node, *ancestors(facts.script, node)]
    functions = (facts.calls.get(each, []) for each in outer if isinstance(each, Function))
    is_called_there = any(stacks and all(_is_on_host(facts, way) for way in stacks) for stacks in functions)
    return is_called_there or not facts.on_host.isdisjoint(outer)


def _tests(facts: Facts) -> Iterator[ast.AST]:
    """The functions of tests that create and run models outside of all scopes, and no strategy."""
    if not facts.has_strategy:
        return
    calls = [*facts.method_calls, *facts.unseen_calls]
    notes: list[Construction | MethodCall] = [*facts.constructions, *calls]
    in_scope = {each.stack[0].function for each in notes if each.in_scope}
    for function in {each.stack[0].function for each in notes} - in_scope - {None}:
        assert function is not None
        nodes = (node for node in ast.walk(function) if isinstance(node, ast.expr))
        if is_test(facts.script.file_of(function)) and not any(_is_strategy(facts, node) for node in nodes):
            yield function


def _is_strategy(facts: Facts, node: ast.expr) -> bool:
    return isinstance(facts.value(node), Strategy)


def _is_on_host(facts: Facts, stack: Stack) -> bool:
    return any(frame.function in facts.on_host or _is_inside(facts, frame.call) for frame in stack)


def _is_inside(facts: Facts, node: ast.AST) -> bool:
    return node in facts.on_host or not facts.on_host.isdisjoint(ancestors(facts.script, node))


def _statements(facts: Facts) -> Iterator[ast.AST]:
    """The outermost nodes in the branches without an IPU."""
    decisions = list(_decisions(facts)) if facts.script.conditions or facts.has_strategy else []
    conditions = {**_conditions(facts, decisions), **facts.script.conditions}
    for condition, held, otherwise in decisions:
        if condition in conditions:
            yield from otherwise if conditions[condition] else held


def _conditions(facts: Facts, decisions: Iterable[_Decision]) -> dict[str, bool]:
    """The conditions that choose between an IPUStrategy and something else; whether it is for those that hold."""
    makers = {
        node
        for node, value in facts.values.items()
        if isinstance(node, ast.Call) and isinstance(value, Strategy) and not _is_scope(node)
    }
    found: dict[str, bool] = {}
    for condition, held, otherwise in decisions:
        makes = [not makers.isdisjoint(_nodes(part)) for part in (held, otherwise)]
        if makes[0] != makes[1]:
            found[condition] = makes[0]
    return found


def _decisions(facts: Facts) -> Iterator[_Decision]:
    """The decisions on devices."""
    for node in facts.script.nodes:
        if not isinstance(node, (ast.If, ast.IfExp)):
            continue
        condition, is_negated = condition_of(node.test)
        if condition:
            body, orelse = (_listed(part) for part in (node.body, node.orelse))
            yield _Decision(condition, *((orelse, body) if is_negated else (body, orelse)))


def _listed(part: Sequence[ast.AST] | ast.AST) -> list[ast.AST]:
    return [part] if isinstance(part, ast.AST) else list(part)


def _nodes(block: list[ast.AST]) -> Iterator[ast.AST]:
    for part in block:
        yield from ast.walk(part)


def _is_scope(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "scope"
