"""Keras objects outside of the strategy's scope: the statements that go into it, and those that need manual work."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Construction, Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.escaping_builders import handed_on
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.library_objects import Strategy, TfDistributeStrategy
from gpu2ipu.analysis.values.value import Value
from gpu2ipu.edits import Insert, Where, Wrap
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.adapted_layers import Adapted, adapted_layers
from gpu2ipu.port.strategy.compiled_computations import compiles_computations
from gpu2ipu.port.strategy.distribution_strategies import reachable_strategy, replaced_strategies
from gpu2ipu.port.strategy.ipu_config import configuration, strategy_name
from gpu2ipu.port.strategy.outcomes import (
    BlockOfOtherStrategy,
    CreatedAtImport,
    PassedBuilder,
    ReplacedLayer,
    ScopedBlock,
    ScopeOfStandIn,
)
from gpu2ipu.port.strategy.own_variables import variables_of_programs
from gpu2ipu.port.strategy.scope_blocks import ScopeBlock, scopes_of
from gpu2ipu.port.strategy.uncalled_builders import uncalled_builders


def scoped_objects(port: Port) -> Iterator[Outcome]:
    """Yield what becomes of the Keras objects that a script creates outside of a scope.

    Strategies that an IPUStrategy replaces go first, then layers that adapt: the scope comes with the next round.
    """
    script, scopes = port.script, scopes_of(port)
    if replaced_strategies(port) or compiles_computations(script):
        return
    if any(isinstance(value, TfDistributeStrategy) for value in facts_of(script).values.values()):
        yield from (BlockOfOtherStrategy(block.first) for block in scopes.blocks)
        return
    adapted = [layer for layer in adapted_layers(script) if not layer.made_again]
    if scopes.blocks and adapted:
        yield from (_replaced(script, layer) for layer in adapted)
        return
    yield from (_scoped(port, block) for block in scopes.blocks)
    yield from _of_stand_ins(port)
    yield from (CreatedAtImport(first.node) for first in _first_in_files(script, scopes.at_import))
    yield from (PassedBuilder(each.argument, each.taker) for each in handed_on(script) if not each.to_tests)
    yield from uncalled_builders(port)


def _scoped(port: Port, block: ScopeBlock) -> ScopedBlock:
    script = port.script
    of_variables = set(block.constructions) <= set(variables_of_programs(port))
    reach = reachable_strategy(script, block.first, strategy_name(port))
    if reach is None or _is_in_scope_of(script, block.first, reach.name):
        return ScopedBlock(block.first, of_variables=of_variables)
    header = f"with {reach.name}.scope():"
    wrap = Wrap(script.span(block.first), script.span(block.last), header)
    edits = (*configuration(port, reach.entries), *reach.edits, wrap)
    return ScopedBlock(block.first, header, of_variables, edits=edits)


def _of_stand_ins(port: Port) -> Iterator[ScopeOfStandIn]:
    """The scopes that may be none of an IPUStrategy, unless the author of the script chooses between CPU and IPU."""
    facts = facts_of(port.script)
    if port.target.written.ipus:
        return
    for node in port.script.nodes:
        for item in node.items if isinstance(node, ast.With) else ():
            value = facts.value(item.context_expr)
            if _may_be_stand_in(value) and not _asks_for_strategy(facts, item.context_expr):
                yield ScopeOfStandIn(item.context_expr)


def _may_be_stand_in(value: Value) -> bool:
    return isinstance(value, Strategy) and value.may_be_stand_in


def _asks_for_strategy(facts: Facts, node: ast.expr) -> bool:
    """True for `strategy.scope() if strategy else …` of a strategy that is always there."""
    test = node.test if isinstance(node, ast.IfExp) else None
    value = facts.value(test.left if isinstance(test, ast.Compare) else test)
    return isinstance(value, Strategy) and not (value.may_be_none or value.may_be_stand_in)


def _is_in_scope_of(script: Script, statement: ast.stmt, name: str) -> bool:
    """True if a statement is, or is in, the scope of a strategy by its name, which is made after the statement runs."""
    around = (statement, *ancestors(script, statement))
    items = (item for outer in around if isinstance(outer, ast.With) for item in outer.items)
    return any(ast.unparse(item.context_expr) == f"{name}.scope()" for item in items)


def _replaced(script: Script, layer: Adapted) -> ReplacedLayer:
    again = layer.again(script)
    insert = Insert(script.span(layer.statement), again, Where.AFTER)
    return ReplacedLayer(layer.statement, layer.name, again, edits=(insert,))


def _first_in_files(script: Script, constructions: tuple[Construction, ...]) -> Iterator[Construction]:
    """The first construction in each file."""
    first = {script.file_of(construction.node): construction for construction in reversed(constructions)}
    yield from first.values()
