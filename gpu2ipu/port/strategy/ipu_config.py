"""Configuration: the statements that import the SDK, configure one IPU and make a strategy, in each file that is run.

Several outcomes need them, each with its own edits; equal edits count once. Where the rule that configures IPUs is
switched off, the strategy alone is made; the import comes with what uses it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from gpu2ipu.analysis.interpreter.facts import Facts, first_of
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.entry_points import first_models, is_run
from gpu2ipu.analysis.keras.subclasses import EXTENSIONS_SWITCH, ITERATORS_SWITCH, strategies
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.library_objects import IpuConfig
from gpu2ipu.edits import AddArgument, Edit, Insert, Remove, Replace
from gpu2ipu.port.batching.micro_batches import replicated_target
from gpu2ipu.port.code.sdk_names import imported_ipu, ipu_import, ipu_name
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.dataset_iterators import ReadInScope, can_leave_iterators, reads_in_scope
from gpu2ipu.port.strategy.distribution_strategies import first_statements, replaced_strategies
from gpu2ipu.port.strategy.keras_extensions import OverriddenStep, leaves_extensions, overridden_steps
from gpu2ipu.port.strategy.outcomes import IpuConfiguration, IpuImport, UncalledBuilder
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from gpu2ipu.port.strategy.strategy_choice import chosen_name
from gpu2ipu.port.strategy.uncalled_builders import uncalled_builders


def strategy_name(port: Port) -> str:
    """Return the name of the strategy in the port."""
    return scopes_of(port).strategy or fresh_name(port.script, "strategy", "ipu_strategy")


def ipu_imports(port: Port) -> Iterator[IpuImport]:
    """Yield the imports that are missing: one for each file that is run and creates models."""
    script, blocks = port.script, scopes_of(port).blocks
    facts = facts_of(script)
    if script.imports_ipu and not blocks:
        return  # a module of the program makes the strategy
    for file, first in first_models(script).items():
        own = facts_of(file)
        if not file.imports_ipu and not own.has_strategy:
            yield IpuImport(first, edits=(ipu_import(file, own),) if blocks else ())
    if facts.models and not (first_models(script) or script.imports_ipu or _is_said_of_builders(port)):
        yield IpuImport(first_of(facts.models), is_run=False)


def ipu_configurations(port: Port) -> Iterator[IpuConfiguration]:
    """Yield the configurations that are missing: one for each file that is run and creates models."""
    script, facts = port.script, facts_of(port.script)
    configuring = [call.stack[0].call for call in facts.method_calls if isinstance(call.receiver, IpuConfig)]
    configured = {script.file_of(call) for call in configuring}
    if any(not is_run(script, call) for call in configuring):
        return  # a module that is imported configures for everyone
    with_strategy = scopes_of(port).needs_strategy
    for file, first in first_models(script).items():
        if file not in configured:
            yield IpuConfiguration(
                first, with_strategy, replicated_target(port).ipus, edits=configuration(port, [file])
            )
    if facts.models and not (first_models(script) or configuring or _is_said_of_builders(port)):
        yield IpuConfiguration(first_of(facts.models))


def _is_said_of_builders(port: Port) -> bool:
    """True if a script is there for others, and what these do is said where it builds."""
    return port.makes(UncalledBuilder) and bool(uncalled_builders(port))


def own_steps(port: Port) -> Iterator[OverriddenStep]:
    """Yield the steps that the Keras extensions refuse, with what makes the strategy without these."""
    edits = _without(port, EXTENSIONS_SWITCH) if leaves_extensions(port) else ()
    yield from (OverriddenStep(method, method.name, edits=edits) for method in overridden_steps(port))


def scoped_reads(port: Port) -> Iterator[ReadInScope]:
    """Yield the datasets that are read inside of the scope, with what makes a strategy that lets Python read them."""
    edits = _without(port, ITERATORS_SWITCH) if can_leave_iterators(port) else ()
    yield from (replace(read, edits=edits) for read in reads_in_scope(port))


def _without(port: Port, switch: str) -> tuple[Edit, ...]:
    """The edits that make the strategy without something: another argument, or all of its configuration."""
    script, facts = port.script, facts_of(port.script)
    given = (AddArgument(script.span(call), switch, "False") for call in strategies(facts))
    return tuple(given) if facts.has_strategy else configuration(port)


def configuration(port: Port, only: Iterable[Script] | None = None) -> tuple[Edit, ...]:
    """Return the edits that configure one IPU and make a strategy, in each file that is run, or only in some.

    None where a file has a strategy already; a strategy of `tf.distribute` gives its place to the new one.
    """
    if others := replaced_strategies(port):
        return _replaced(port, others)
    edits: list[Edit] = []
    script, places = port.script, scopes_of(port).configurations
    needs_strategy = scopes_of(port).needs_strategy
    for file in places if only is None else (file for file in only if file in places):
        place, is_global = places[file]
        facts = facts_of(file)
        if facts.has_strategy:
            continue
        strategy = strategy_name(port)
        lines = (
            *((f"global {strategy}",) if is_global and needs_strategy else ()),
            *_configured(port, facts),
            *((f"{strategy} = {_strategy(port, facts)}",) if needs_strategy else ()),
        )
        if lines:
            insert = Insert(script.span(place), _gap(script, place) + "\n".join((*lines, "")))
            edits += _with_import(file, facts, insert)
    return tuple(edits)


def _replaced(port: Port, others: tuple[ast.expr, ...]) -> tuple[Edit, ...]:
    """The edits that put IPUStrategies in place of other strategies, and configure the IPU before the first."""
    script, edits = port.script, list[Edit]()
    for file in dict.fromkeys(script.file_of(call) for call in others):
        facts = facts_of(file)
        own = tuple(call for call in others if script.file_of(call) is file)
        edits += _with_import(file, facts, *_replaced_in_file(port, facts, own))
    return tuple(edits)


def _replaced_in_file(port: Port, facts: Facts, others: tuple[ast.expr, ...]) -> list[Edit]:
    script, edits = port.script, list[Edit]()
    configured = _configured(port, facts)
    for place in first_statements(script, others):
        if isinstance(place, ast.Assign) and place.value in others:
            targets = " = ".join(ast.unparse(target) for target in place.targets)
            lines = (*configured, f"{targets} = {_strategy(port, facts)}")
            edits.append(Replace(script.span(place), "\n".join(lines)))
            others = tuple(call for call in others if call is not place.value)
        elif (name := chosen_name(script, facts, place, others)) is not None:
            lines = (*configured, f"{name} = {_strategy(port, facts)}")
            edits += (Insert(script.span(place), "\n".join(lines)), Remove(script.span(place)))
            inside = set(ast.walk(place))
            others = tuple(call for call in others if call not in inside)
        elif configured:
            edits.append(Insert(script.span(place), _gap(script, place) + "\n".join((*configured, ""))))
    return [*edits, *(Replace(script.span(call), _strategy(port, facts)) for call in others)]


def _with_import(file: Script, facts: Facts, *edits: Edit) -> tuple[Edit, ...]:
    return edits if imported_ipu(facts) else (ipu_import(file, facts), *edits)


def _configured(port: Port, facts: Facts) -> tuple[str, ...]:
    """The lines that configure the IPUs of the target."""
    if not port.makes(IpuConfiguration):
        return ()
    config = fresh_name(facts.script, "ipu_config", "ipu_device_config")
    return (
        f"{config} = {ipu_name(facts)}.config.IPUConfig()",
        f"{config}.auto_select_ipus = {replicated_target(port).ipus}",
        *((f"{config}.allow_recompute = True",) if replicated_target(port).recompute else ()),
        f"{config}.configure_ipu_system()",
    )


def _strategy(port: Port, facts: Facts) -> str:
    off = ((ITERATORS_SWITCH, can_leave_iterators(port)), (EXTENSIONS_SWITCH, leaves_extensions(port)))
    switches = ", ".join(f"{switch}=False" for switch, is_off in off if is_off)
    return f"{ipu_name(facts)}.ipu_strategy.IPUStrategy({switches})"


def _gap(script: Script, statement: ast.stmt) -> str:
    """A blank line, where the statement follows another one without any."""
    number = statement.lineno - 1
    while number and script.lines[number - 1].strip().startswith("#"):
        number -= 1
    above = script.lines[number - 1].strip() if number else ""
    return "\n" if above and not above.endswith(":") else ""
