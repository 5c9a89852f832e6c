"""Configurations that a script makes with functions of `ipu.utils`: the same as attributes of an IPUConfig.

    config = ipu.utils.create_ipu_config()
    config = ipu.utils.auto_select_ipus(config, 1)

The functions change the configuration that they are given, and return it; one call may be the argument of the next.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.qualified_names import dotted
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.analysis.values.call_arguments import bound, has_unpacking
from gpu2ipu.analysis.values.containers import Dict
from gpu2ipu.edits import Edit, Remove, Replace, Span
from gpu2ipu.port.code.sdk_names import imported_ipu, ipu_import, ipu_name
from gpu2ipu.records import record
from gpu2ipu.rules.sdk.tables.config_functions import (
    CONFIG_FUNCTIONS,
    CONFIG_NAME,
    CONFIGURE,
    CREATE,
    FUNCTIONS,
    MERGING,
    SCHEDULERS,
    UTILS,
    Kind,
    Option,
)
from gpu2ipu.rules.tf26.api_uses import is_harmless

_TRACES = ("profiling", "enable_ipu_events")  # without these there are no reports


@record
class ConfigCall:
    """A call of one of the functions."""

    node: ast.Call
    function: str
    #: True if it asks for reports, which an IPUConfig does not have.
    profiles: bool = False


@record
class Rewritten:
    """A statement with such calls, from the first that runs to the last, and its edits; without them it is left."""

    statement: ast.stmt
    steps: tuple[ConfigCall, ...]
    edits: tuple[Edit, ...] = ()


class _Lines(NamedTuple):
    """Statements of a template, with what fills its holes."""

    texts: list[str]
    parts: list[tuple[str, Span]]


def rewritten_statements(script: Script) -> Iterator[Rewritten]:
    """Yield the statements of a script that call the functions, in order."""
    facts, seen = facts_of(script), dict[ast.stmt, None]()
    for node in script.nodes:
        if isinstance(node, ast.Call) and _function(facts, node):
            seen.setdefault(statement_of(script, node))
    dicts: set[tuple[str, str]] = set()
    for statement in sorted(seen, key=lambda each: each.lineno):
        yield _rewritten(script, facts, statement, dicts)


def function_of_config(name: str) -> str | None:
    """Return which of the functions a qualified name is."""
    return name.rpartition(".")[2] if name in CONFIG_FUNCTIONS else None


def _function(facts: Facts, node: ast.Call) -> str | None:
    return function_of_config(facts.value(node.func).name)


def _rewritten(script: Script, facts: Facts, statement: ast.stmt, dicts: set[tuple[str, str]]) -> Rewritten:
    calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call) and _function(facts, node)]
    steps = tuple(_step(facts, node) for node in calls)
    outer = _outermost(facts, statement)
    chain = _chain(facts, outer) if outer is not None else []
    if not chain or set(chain) != set(calls) or not all(map(_is_understood, steps)):
        return Rewritten(statement, steps)
    first = _configuration_of(chain[-1])
    made = facts.value(chain[-1].func).name == CREATE
    target = _target(statement)
    config = target or (fresh_name(script, CONFIG_NAME) if made else "")
    if not made:
        if first is None:
            return Rewritten(statement, steps)
        config = first
    lines = _Lines([], [])
    if made:
        lines.texts.append(f"{config} = {ipu_name(facts)}.config.IPUConfig()")
    for call in reversed(chain):
        _add_attributes(script, facts, call, config, lines, dicts)
    _close(script, facts, statement, config, target, lines)
    edits: list[Edit] = []
    if any(f"{ipu_name(facts)}.config." in text for text in lines.texts) and not imported_ipu(facts):
        edits.append(ipu_import(script, facts))
    span, parts = script.span(statement), tuple(lines.parts)
    edits.append(Replace(span, "\n".join(lines.texts), parts) if lines.texts else Remove(span))
    return Rewritten(statement, steps, tuple(edits))


def _step(facts: Facts, node: ast.Call) -> ConfigCall:
    function = _function(facts, node) or ""
    given = _given(node, function)
    options = FUNCTIONS[function]
    profiles = any(name in given and not is_harmless(given[name], options[name].idle) for name in _TRACES)
    return ConfigCall(node, function, profiles and function == "create_ipu_config")


def _given(node: ast.Call, function: str) -> dict[str, ast.expr]:
    """The arguments of a call but the configuration, by the names of the parameters."""
    first = () if f"{UTILS}.{function}" == CREATE else ("opts",)
    given = bound(node, (*first, *FUNCTIONS[function]))
    return {name: value for name, value in given.items() if name != "opts"}


def _is_understood(step: ConfigCall) -> bool:
    """True if all arguments of a call are written, and each has a counterpart or asks for nothing."""
    options = FUNCTIONS[step.function]
    given = _given(step.node, step.function)
    if has_unpacking(step.node) or not given.keys() <= options.keys():
        return False
    if step.function == "create_ipu_config" and len(step.node.args) > 2:
        return False  # the order differs by the SDK
    return all(
        options[name].kind is not Kind.GONE or is_harmless(value, options[name].idle)
        for name, value in given.items()
    )


def _outermost(facts: Facts, statement: ast.stmt) -> ast.Call | None:
    """The call of a function whose result a statement binds, returns, configures IPUs with, or drops."""
    value = getattr(statement, "value", None)
    if isinstance(statement, ast.Assign) and _target(statement) is None:
        return None
    if not isinstance(statement, (ast.Assign, ast.Expr, ast.Return)) or not isinstance(value, ast.Call):
        return None
    if isinstance(statement, ast.Expr) and _configures(facts, value):
        value = value.args[0] if len(value.args) == 1 and not value.keywords else None
    return value if isinstance(value, ast.Call) and _function(facts, value) else None


def _configures(facts: Facts, call: ast.Call) -> bool:
    return facts.value(call.func).name.rpartition(".")[2] == CONFIGURE


def _target(statement: ast.stmt) -> str | None:
    """The one name or attribute that a statement binds."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return dotted(targets[0]) if len(targets) == 1 else None


def _chain(facts: Facts, outer: ast.Call) -> list[ast.Call]:
    """A call and those that make its configuration, one inside of the other."""
    chain, inner = list[ast.Call](), ast.expr()
    inner = outer
    while isinstance(inner, ast.Call) and _function(facts, inner):
        chain.append(inner)
        first = bound(inner, ("opts",)).get("opts")
        if facts.value(inner.func).name == CREATE or first is None:
            break
        inner = first
    return chain


def _configuration_of(call: ast.Call) -> str | None:
    """What a call is given as configuration, if that is a name or an attribute."""
    first = bound(call, ("opts",)).get("opts")
    return None if first is None else dotted(first)


def _add_attributes(
    script: Script, facts: Facts, call: ast.Call, config: str, lines: _Lines, dicts: set[tuple[str, str]]
) -> None:
    """Add the statements that set what a call sets."""
    function = _function(facts, call) or ""
    given = _given(call, function)
    options = FUNCTIONS[function]
    if function == "set_floating_point_behaviour_options" and not given:
        lines.texts.append(f"{config}.floating_point_behaviour.set_all = True")
        return
    for name, option in options.items():
        value = given.get(name)
        if value is None:
            if option.default:
                lines.texts.append(_with_default(facts, config, option))
        elif option.attribute and not is_harmless(value, option.idle):
            hole = f"value{len(lines.parts)}"
            text, needs = _written(facts, option, value, hole)
            if needs:
                lines.parts.append((hole, script.span(value)))
            place = f"{config}.{option.attribute}"
            if option.kind is Kind.OPTIONS and (config, option.attribute) in dicts:
                lines.texts.append(f"{place}.update({text})")
            else:
                lines.texts.append(f"{place} = {text}")
            dicts.add((config, option.attribute))


def _with_default(facts: Facts, config: str, option: Option) -> str:
    value = option.default
    if option.kind is Kind.ROUNDING:
        value = f"{ipu_name(facts)}.config.StochasticRoundingBehaviour.ON"
    return f"{config}.{option.attribute} = {value}"


def _written(facts: Facts, option: Option, value: ast.expr, hole: str) -> tuple[str, bool]:
    """How a value is written for an attribute, and whether the value of the script fills a hole of it."""
    literal = value.value if isinstance(value, ast.Constant) else None
    enums = f"{ipu_name(facts)}.config"
    text = f"{{{hole}}}"
    match option.kind:
        case Kind.INVERTED:
            return (str(not literal), False) if isinstance(literal, bool) else (f"not {text}", True)
        case Kind.ROUNDING if isinstance(literal, bool):
            return f"{enums}.StochasticRoundingBehaviour.{'ON' if literal else 'OFF'}", False
        case Kind.ROUNDING:
            return f"{enums}.StochasticRoundingBehaviour.from_bool({text})", True
        case Kind.SCHEDULER if literal in SCHEDULERS:
            return f"{enums}.SchedulingAlgorithm.{SCHEDULERS[str(literal)]}", False
        case Kind.MERGING if literal in MERGING:
            return f"{enums}.MergeRemoteBuffersBehaviour.{MERGING[literal]}", False
        case Kind.VERSION if isinstance(literal, int):
            return f'"ipu{literal}"', False
        case Kind.OPTIONS if not isinstance(facts.value(value), Dict):
            return f"{text} or {{}}", True
    return text, True


def _close(
    script: Script, facts: Facts, statement: ast.stmt, config: str, target: str | None, lines: _Lines
) -> None:
    """Add what the statement does with the configuration in the end."""
    if isinstance(statement, ast.Return):
        lines.texts.append(f"return {config}")
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        if _configures(facts, statement.value):
            lines.parts.append(("configure", script.span(statement.value.func)))
            lines.texts.append(f"{{configure}}({config})")
    elif target != config:
        lines.texts.append(f"{target} = {config}")
