"""Subclassed models: the statements of `call`, all of which are in some stage.

A model that is a layer of another one has layers with stages of their own, and is built by itself before: it cannot get
them here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from gpu2ipu.analysis.dataflow.loop_rounds import rounds_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.subclasses import lineage, methods
from gpu2ipu.analysis.syntax.tree import Block, Function
from gpu2ipu.analysis.values.library_objects import KerasLayer, KerasModel
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.port.pipeline.costs import cost_of
from gpu2ipu.port.pipeline.units import Unit, divisible_rounds


def call_units(facts: Facts, definition: ast.ClassDef) -> tuple[Unit, ...]:
    """Return the statements of the `call` method of a model; none if it inherits that from a library."""
    found = (method for each in lineage(facts, definition) for method in methods(each, ("call",)))
    call = next(found, None)
    return () if call is None else tuple(_units(facts, call.body))


def holds_models(facts: Facts, definition: ast.ClassDef) -> bool:
    """True if `call` of a model calls other models."""
    for each in lineage(facts, definition):
        for method in methods(each, ("call",)):
            return any(isinstance(facts.value(node.func), KerasModel) for node in _calls(facts, method.body))
    return False


def _units(facts: Facts, block: Block) -> Iterator[Unit]:
    for statement in block:
        is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        is_definition = isinstance(statement, (Function, ast.ClassDef))
        if not (is_docstring or is_definition) and _computes(statement):
            yield _unit(facts, statement)


def _computes(statement: ast.stmt) -> bool:
    """True if a statement may compute something, and does not only give it another name."""
    return any(
        isinstance(node, (ast.Call, ast.BinOp, ast.UnaryOp, ast.Subscript)) for node in ast.walk(statement)
    )


def _unit(facts: Facts, statement: ast.stmt) -> Unit:
    if isinstance(statement, ast.With):
        parts = tuple(_units(facts, statement.body))
        return Unit(statement, parts=parts, has_layer=bool(parts))
    calls = list(_calls(facts, [statement]))
    cost = sum(_cost(facts, call) * (rounds_of(facts, call, statement) or 1) for call in calls)
    rounds = divisible_rounds(facts, statement)
    if isinstance(statement, ast.For) and rounds and not _calls_others(facts, statement, calls):
        return Unit(statement, cost // rounds, body=tuple(_units(facts, statement.body)), rounds=rounds)
    has_layer = any(isinstance(facts.value(call.func), (KerasLayer, KerasModel)) for call in calls)
    uses = frozenset(use for call in calls for use in _uses(facts, call))
    return Unit(statement, cost, uses, has_layer=has_layer)


def _cost(facts: Facts, call: ast.Call) -> int:
    return cost_of(facts, call) if isinstance(facts.value(call.func), KerasLayer) else 0


def _uses(facts: Facts, call: ast.Call) -> frozenset[CallPath]:
    value = facts.value(call.func)
    return value.constructed_by if isinstance(value, (KerasLayer, KerasModel)) else frozenset()


def _calls(facts: Facts, statements: Sequence[ast.stmt]) -> Iterator[ast.Call]:
    """The calls in some statements, and in the functions of the script that they call."""
    pending, seen = list[ast.AST](statements), set[ast.AST]()
    while pending:
        for node in ast.walk(pending.pop(0)):
            if isinstance(node, ast.Call) and node not in seen:
                seen.add(node)
                yield node
                pending += facts.called.get(node, ())


def _calls_others(facts: Facts, loop: ast.For, calls: Sequence[ast.Call]) -> bool:
    """True if a loop calls layers that are not those which it goes through."""
    own = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
    layers = (call.func for call in calls if isinstance(facts.value(call.func), (KerasLayer, KerasModel)))
    return any(not (isinstance(each, ast.Name) and each.id in own) for each in layers)
