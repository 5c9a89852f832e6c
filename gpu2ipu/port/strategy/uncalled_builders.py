"""Builders that a script never calls: it is there for other scripts, which configure an IPU and enter a scope."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Construction, Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.escaping_builders import handed_on
from gpu2ipu.analysis.keras.fit_calls import fit_calls_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors, statement_of
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.analysis.values.library_objects import TfDistributeStrategy
from gpu2ipu.analysis.values.value import Unknown
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.compiled_computations import compiles_computations
from gpu2ipu.port.strategy.distribution_strategies import replaced_strategies
from gpu2ipu.port.strategy.outcomes import UncalledBuilder
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from gpu2ipu.port.training_loop.steps import own_steps_of


@once
def uncalled_builders(port: Port) -> tuple[UncalledBuilder, ...]:
    """Return one for each file with functions that build and are not called; none where a scope is entered."""
    script, scopes = port.script, scopes_of(port)
    facts = facts_of(script)
    if scopes.blocks or any(construction.in_scope for construction in facts.constructions):
        return ()
    if replaced_strategies(port) or compiles_computations(script) or _has_other_strategy(facts):
        return ()
    return tuple(_in_files(port, scopes.unreachable))


def _has_other_strategy(facts: Facts) -> bool:
    return any(isinstance(value, TfDistributeStrategy) for value in facts.values.values())


def _in_files(port: Port, made: tuple[Construction, ...]) -> Iterator[UncalledBuilder]:
    script = port.script
    first = {each.stack[0].function: each for each in reversed(made)}
    # what only calls layers, as a layer's `call` and a loss do, creates nothing by itself
    builders = {each.stack[0].function for each in made if not isinstance(each.value, KerasTensor)}
    known = {each.function for each in handed_on(script)}
    found: dict[Script, list[Construction]] = {}
    for function, construction in first.items():
        if function in builders - known:
            found.setdefault(script.file_of(construction.node), []).append(construction)
    trained = {script.file_of(call.node) for call in fit_calls_of(script)}
    trained |= {script.file_of(step.node) for step in own_steps_of(port)}
    for file, constructions in found.items():
        constructions.sort(key=lambda each: (each.node.lineno, each.node.col_offset))
        names = dict.fromkeys(_name(script, each) for each in constructions)
        takes_strategy = all(_is_in_given_scope(script, each) for each in constructions)
        yield UncalledBuilder(constructions[0].node, tuple(names), file in trained, takes_strategy)


def _name(script: Script, construction: Construction) -> str:
    """The name of the function that builds; of a constructor that of the class."""
    function = construction.stack[0].function
    name = getattr(function, "name", "")
    owner = next(ancestors(script, function), None) if function is not None else None
    if not isinstance(owner, ast.ClassDef):
        return name
    return owner.name if name == "__init__" else f"{owner.name}.{name}"


def _is_in_given_scope(script: Script, construction: Construction) -> bool:
    """True for what is in `with strategy.scope():` of a strategy that comes from elsewhere."""
    facts = facts_of(script)
    for outer in ancestors(script, statement_of(script, construction.node)):
        for item in outer.items if isinstance(outer, ast.With) else ():
            match item.context_expr:
                case ast.Call(func=ast.Attribute(value=strategy, attr="scope")):
                    return isinstance(facts.value(strategy), Unknown)
    return False
