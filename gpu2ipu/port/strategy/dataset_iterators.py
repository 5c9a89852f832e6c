"""Dataset iterators: a strategy that leaves them to TensorFlow where the script reads datasets inside of the scope.

Inside its scope an IPUStrategy gives iterators whose elements only a compiled program can read. `fit` enters the scope
by itself, so the methods of callbacks are inside, too.
"""

from __future__ import annotations

import ast

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.dataset_loops import eager_reads, stacks_to
from gpu2ipu.analysis.keras.subclasses import (
    CALLBACK_CLASSES,
    leaves_iterators,
    strategies,
    subclasses,
)
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.tree import Function, ancestors, statement_of
from gpu2ipu.analysis.values.library_objects import StrategyScope, is_strategy
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.distribution_strategies import replaced_strategies
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from gpu2ipu.records import record


@record
class ReadInScope(Outcome):
    """A dataset is read inside of the scope; with edits the strategy leaves iterators to TensorFlow."""

    dataset: str
    in_callback: bool  # else in a `with` block, or in a function that is called there


@once
def reads_in_scope(port: Port) -> tuple[ReadInScope, ...]:
    """Return the places at which the script reads a dataset inside of the scope, where it runs Python itself."""
    facts = facts_of(port.script)
    if leaves_iterators(facts) or not facts.models:
        return ()
    if not (facts.has_strategy or replaced_strategies(port) or scopes_of(port).needs_strategy):
        return ()
    methods, found = _methods_of_callbacks(facts), dict[ast.expr, ReadInScope]()
    for read in eager_reads(facts):
        for stack in stacks_to(facts, read.node):
            in_callback = any(frame.function in methods for frame in stack)
            if in_callback or any(is_in_scope(port, frame.call) for frame in stack):
                text = ast.unparse(read.dataset)
                found.setdefault(read.dataset, ReadInScope(read.dataset, text, in_callback))
    return tuple(found.values())


@once
def can_leave_iterators(port: Port) -> bool:
    """True if the port's strategy leaves iterators to TensorFlow: nothing hands one to a compiled program."""
    facts = facts_of(port.script)
    if not (port.makes(ReadInScope) and reads_in_scope(port)) or _hands_on_iterators(facts):
        return False
    if facts.has_strategy:
        return bool(strategies(facts))
    scopes = scopes_of(port)
    return bool(scopes.configurations and scopes.needs_strategy) or bool(replaced_strategies(port))


def _methods_of_callbacks(facts: Facts) -> frozenset[ast.AST]:
    owners = subclasses(facts, CALLBACK_CLASSES)
    nodes = (node for owner in owners for node in owner.body)
    return frozenset(node for node in nodes if isinstance(node, Function) and node.name != "__init__")


def is_in_scope(port: Port, node: ast.AST) -> bool:
    """True if a node is in a scope that is there, of its own function, or in one that the port makes."""
    facts = facts_of(port.script)
    if scopes_of(port).block_with(statement_of(port.script, node)) is not None:
        return True
    for outer in ancestors(port.script, node):
        if isinstance(outer, (Function, ast.Lambda)):
            return False
        if isinstance(outer, ast.With):
            values = (facts.value(item.context_expr) for item in outer.items)
            if any(is_strategy(value) or isinstance(value, StrategyScope) for value in values):
                return True
    return False


def _hands_on_iterators(facts: Facts) -> bool:
    """True if the script may pass an iterator to `strategy.run`, where a compiled program reads it."""
    calls = [node for node in facts.script.nodes if isinstance(node, ast.Call)]
    runs = any(
        isinstance(call.func, ast.Attribute)
        and call.func.attr == "run"
        and is_strategy(facts.value(call.func.value))
        for call in calls
    )
    return runs and any(facts.value(call.func).name == "builtins.iter" for call in calls)
