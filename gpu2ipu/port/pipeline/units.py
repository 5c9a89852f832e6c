"""Units: the statements that call the layers of a model, as a tree of what can be cut and what cannot.

A statement is one unit, and so is a loop or a condition with all that is in it. A `with` block, and a function that is
called by one statement only, have units of their own: a cut may go through them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.loop_rounds import loop_rounds, rounds_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.layers import INPUT
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Block, Function, ancestors, function_of, is_main_test
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.analysis.values.library_objects import KerasLayer, KerasModel
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.port.pipeline.costs import cost_of
from gpu2ipu.records import record


@record(eq=False)
class Unit:
    """A statement with calls of layers; `parts` are those that a cut may separate."""

    statement: ast.stmt
    cost: int = 0  # of one round
    uses: frozenset[CallPath] = (
        frozenset()
    )  # the constructions of the layers and models that it calls or reads
    parts: tuple[Unit, ...] = ()
    # of a loop of a known length whose rounds may be in different stages: what calls layers in its body
    body: tuple[Unit, ...] = ()
    rounds: int = 1
    has_layer: bool = True  # certainly; else it is no stage by itself

    @property
    def items(self) -> Iterator[Item]:
        """The units that cannot be cut, in the order in which they are executed."""
        for part in self.parts:
            yield from part.items
        if not self.parts:
            yield from (Item(self, number) for number in range(self.rounds))


class Item(NamedTuple):
    """What cannot be cut: a statement, or one round of a loop."""

    unit: Unit
    number: int


def groups_of(items: Sequence[Item]) -> list[list[Item]]:
    """Return the items that go together: those between two calls of one layer, which has one place for its weights.

    What may be no layer goes with the layers before it, or else behind it.
    """
    last = {use: number for number, item in enumerate(items) for use in item.unit.uses}
    groups: list[list[Item]] = []
    end = -1
    for number, item in enumerate(items):
        is_new = number > end and (item.unit.has_layer or not groups)
        if is_new and not (groups and not any(each.unit.has_layer for each in groups[-1])):
            groups.append([])
        groups[-1].append(item)
        end = max(end, *(last[use] for use in item.unit.uses), number)
    return groups


@once
def operations_of(script: Script) -> tuple[CallPath, ...]:
    """Return what computes symbols: calls of layers, models and functions, and operators, without the inputs."""
    facts = facts_of(script)
    made = (each for each in facts.constructions if isinstance(each.value, KerasTensor))
    paths = (*facts.operations, *(tuple(frame.call for frame in each.stack) for each in made))
    return tuple(path for path in dict.fromkeys(paths) if facts.qualified.get(_expression(path[-1])) != INPUT)


def _expression(node: ast.AST) -> ast.expr:
    assert isinstance(node, ast.expr)
    return node


def units_in(facts: Facts, block: Block, prefix: CallPath, paths: Sequence[CallPath]) -> tuple[Unit, ...]:
    """Return the units of a block, which some calls lead to, that hold some of the operations."""
    found = _by_statement(facts.script, block, len(prefix), paths)
    return tuple(_unit(facts, statement, prefix, own) for statement, own in found.items())


def flat_units(units: Iterable[Unit]) -> Iterator[Unit]:
    """Yield the units with those in `with` blocks in place of the blocks."""
    for unit in units:
        if unit.parts and _is_entered(unit.statement):
            yield from flat_units(unit.parts)
        else:
            yield unit


def _by_statement(
    script: Script, block: Block, depth: int, paths: Sequence[CallPath]
) -> Mapping[ast.stmt, list[CallPath]]:
    """The operations by the statement of the block that leads to them, in the order of the block."""
    found: dict[ast.stmt, list[CallPath]] = {statement: [] for statement in block}
    for path in paths:
        node = path[depth]
        outer = next((each for each in (node, *ancestors(script, node)) if each in found), None)
        if isinstance(outer, ast.stmt):
            found[outer].append(path)
    return {statement: own for statement, own in found.items() if own}


def _unit(facts: Facts, statement: ast.stmt, prefix: CallPath, paths: list[CallPath]) -> Unit:
    if _is_entered(statement):
        assert isinstance(statement, (ast.With, ast.If))
        parts = units_in(facts, statement.body, prefix, paths)
        if parts and not _has_operations_in_header(statement, prefix, paths):
            return Unit(statement, parts=parts)
    if (function := _only_function(facts, statement, prefix, paths)) is not None:
        inner = (*prefix, paths[0][len(prefix)])
        parts = units_in(facts, function.body, inner, paths)
        if parts:
            return Unit(statement, parts=parts)
    cost = sum(cost_of(facts, path[-1]) * _rounds(facts, statement, path[len(prefix) :]) for path in paths)
    uses = _uses(facts, statement, paths)
    rounds = divisible_rounds(facts, statement)
    body = units_in(facts, statement.body, prefix, paths) if rounds and isinstance(statement, ast.For) else ()
    if rounds and body and not _is_made_before(statement, uses):
        return Unit(statement, cost // rounds, frozenset(), body=body, rounds=rounds)
    return Unit(statement, cost, uses)


def _is_entered(statement: ast.stmt) -> bool:
    """True if a cut may go through the block of a statement."""
    if isinstance(statement, ast.If):
        return is_main_test(statement.test) and not statement.orelse
    return isinstance(statement, ast.With)


def _has_operations_in_header(statement: ast.stmt, prefix: CallPath, paths: Sequence[CallPath]) -> bool:
    headers = statement.items if isinstance(statement, ast.With) else ()
    nodes = {node for item in headers for node in ast.walk(item)}
    return any(path[len(prefix)] in nodes for path in paths)


def _only_function(
    facts: Facts, statement: ast.stmt, prefix: CallPath, paths: Sequence[CallPath]
) -> Function | None:
    """The function of the script whose call is all that a statement does, if nothing else calls that function."""
    calls = {path[len(prefix)] for path in paths}
    if len(calls) > 1 or any(len(path) == len(prefix) + 1 for path in paths):
        return None
    (call,) = calls
    functions = {function_of(facts.script, path[len(prefix) + 1]) for path in paths}
    function = functions.pop() if len(functions) == 1 else None
    if function is None or rounds_of(facts, call, statement) != 1:
        return None
    callers = {stack[-1].call for stack in facts.calls.get(function, ())}
    return function if callers == {call} else None


def divisible_rounds(facts: Facts, statement: ast.stmt) -> int:
    """Return how many rounds a loop has that may be in different stages; 0 of any other statement."""
    if not isinstance(statement, ast.For) or statement.orelse:
        return 0
    if any(isinstance(node, (ast.Continue, ast.Return)) for node in ast.walk(statement)):
        return 0
    return loop_rounds(facts, statement) or 0


def _is_made_before(loop: ast.stmt, uses: Iterable[CallPath]) -> bool:
    """True if a layer that a loop calls is constructed elsewhere, and called in each round."""
    inside = set(ast.walk(loop))
    return any(inside.isdisjoint(path) for path in uses)


def _rounds(facts: Facts, statement: ast.stmt, path: CallPath) -> int:
    """How often a statement executes an operation, as far as that is known."""
    rounds = 1
    for node in path:
        rounds *= rounds_of(facts, node, statement) or 1
    return rounds


def _uses(facts: Facts, statement: ast.stmt, paths: Sequence[CallPath]) -> frozenset[CallPath]:
    """The constructions of the layers and models that a statement calls, or reads, and that others may, too."""
    found: set[CallPath] = set()
    functions = {path[-1].func: path[:-1] for path in paths if isinstance(path[-1], ast.Call)}
    for node in ast.walk(statement):
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Load):
            functions.setdefault(node, ())
    for function, prefix in functions.items():
        value = facts.value(function)
        if isinstance(value, (KerasLayer, KerasModel)) and not isinstance(function, ast.Call):
            own = {each for each in value.constructed_by if prefix and each[: len(prefix)] == prefix}
            found |= own or value.constructed_by
    return frozenset(found)
