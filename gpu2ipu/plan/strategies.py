"""Strategies: those of `tf.distribute` in whose place an IPUStrategy can come, and where a strategy has a name."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.facts import Facts
from gpu2ipu.analysis.kinds import Kind
from gpu2ipu.analysis.script import Script
from gpu2ipu.analysis.structure import Function, ancestors, function_of, main_guard, path_to, statement_of

_DISTRIBUTE = "tensorflow.distribute."
# Strategies of one machine, all of which give a model the same batches as one device would.
_ONE_MACHINE = ("MirroredStrategy", "OneDeviceStrategy", "experimental.CentralStorageStrategy")
_DEFAULT = _DISTRIBUTE + "get_strategy"  # what a script falls back on where it finds no GPU


def other_strategies(facts: Facts) -> list[ast.Call]:
    """The calls that make a strategy of `tf.distribute`, in order."""
    made = [
        n
        for n, value in facts.values.items()
        if value.kind is Kind.OTHER_STRATEGY and isinstance(n, ast.Call)
    ]
    named = [node for node in made if facts.qualified.get(node, "").startswith(_DISTRIBUTE)]
    return sorted(named, key=lambda node: (node.lineno, node.col_offset))


def strategy_class(facts: Facts, node: ast.Call) -> str:
    """The name of a strategy's class below `tf.distribute`."""
    return facts.qualified[node].removeprefix(_DISTRIBUTE)


def has_strategy(facts: Facts) -> bool:
    """Whether the script makes an IPUStrategy."""
    return any(value.kind is Kind.STRATEGY for value in facts.values.values())


@functools.lru_cache(maxsize=64)
def replaced_strategies(script: Script) -> tuple[ast.Call, ...]:
    """The calls in whose place an IPUStrategy comes; none if one of them has no counterpart, or it is there already."""
    facts = facts_of(script)
    others = other_strategies(facts)
    if any(strategy_class(facts, node) not in _ONE_MACHINE for node in others):
        return ()
    if has_strategy(facts):
        return ()
    names = {name for node in others for name in _names(script, node)}
    defaults = (
        node for node, name in facts.qualified.items() if name == _DEFAULT and isinstance(node, ast.Call)
    )
    return (*others, *(node for node in defaults if names.intersection(_names(script, node))))


def _names(script: Script, node: ast.expr) -> set[str]:
    """The names that the statement of an expression assigns."""
    statement = statement_of(script, node)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


def first_statements(script: Script, calls: tuple[ast.Call, ...]) -> list[ast.stmt]:
    """The statement before which the IPU is configured, in each function that makes a strategy."""
    found: dict[ast.AST | None, ast.stmt] = {}
    for call in sorted(calls, key=lambda node: node.lineno):
        path = path_to(script, statement_of(script, call))
        inner = path[1:] if path[0] is main_guard(script) else path
        found.setdefault(function_of(script, call), (inner or path)[0])
    return list(found.values())


def visible_strategy(script: Script, statement: ast.stmt) -> str | None:
    """The name by which a statement can reach an IPUStrategy that the script makes."""
    facts = facts_of(script)
    here = function_of(script, statement)
    around = {here, *(outer for outer in ancestors(script, statement) if isinstance(outer, Function))}
    for target, bound in _bound_strategies(script, facts):
        where = function_of(script, bound)
        earlier = bound.lineno < statement.lineno
        if isinstance(target, ast.Attribute):
            if where in around and (where is not here or earlier):
                return ast.unparse(target)
            if name := _through_self(script, target, where, here):
                return name
            continue
        if where is not None and _is_global(where, target.id):
            where = None
        if (where is None and (here is not None or earlier)) or (
            where in around and (where is not here or earlier)
        ):
            return target.id
    return None


def _bound_strategies(script: Script, facts: Facts) -> Iterator[tuple[ast.Name | ast.Attribute, ast.stmt]]:
    """What is bound to an IPUStrategy, and the statement that does it."""
    for node in ast.walk(script.tree):
        bound: list[ast.expr | None] = []
        if isinstance(node, ast.Assign) and facts.value(node.value).kind is Kind.STRATEGY:
            bound += node.targets
        elif isinstance(node, ast.With):
            bound += (
                i.optional_vars for i in node.items if facts.value(i.context_expr).kind is Kind.STRATEGY
            )
        for target in bound:
            if isinstance(target, (ast.Name, ast.Attribute)) and isinstance(node, ast.stmt):
                yield target, node


def _through_self(
    script: Script, target: ast.Attribute, where: Function | None, here: Function | None
) -> str | None:
    """`self.strategy` of one method in another one of the same class."""
    if where is None or here is None or not isinstance(target.value, ast.Name):
        return None
    owners = [next(ancestors(script, function)) for function in (where, here)]
    firsts = [function.args.args[0].arg for function in (where, here) if function.args.args]
    same = isinstance(owners[0], ast.ClassDef) and owners[0] is owners[1]
    return (
        f"{firsts[1]}.{target.attr}" if same and len(firsts) == 2 and target.value.id == firsts[0] else None
    )


def _is_global(function: ast.AST, name: str) -> bool:
    return any(isinstance(node, ast.Global) and name in node.names for node in ast.walk(function))
