"""Strategies: those of `tf.distribute` in whose place an IPUStrategy can come, and where a strategy has a name."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from gpu2ipu.analysis.interpreter.facts import Facts, Stack
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.entry_points import call_paths_to, last_frame_in_file
from gpu2ipu.analysis.library.tensorflow import DEFAULT_STRATEGY
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import (
    Function,
    ancestors,
    function_of,
    main_guard,
    parameter_names,
    path_to,
    statement_of,
)
from gpu2ipu.analysis.values.call_arguments import argument, keyword_of
from gpu2ipu.analysis.values.definitions import ScriptClass
from gpu2ipu.analysis.values.library_objects import (
    DefaultStrategy,
    Strategy,
    StrategyScope,
    TfDistributeStrategy,
    stands_in,
)
from gpu2ipu.edits import AddArgument, AddParameter, Edit, Replace
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.records import record

_DISTRIBUTE = "tensorflow.distribute."
# Strategies of one machine, all of which give a model the same batches as one device would:
# tensorflow/python/distribute/{mirrored,one_device,central_storage}_strategy.py.
# The cores of a TPU share out its batches as the GPUs of a machine do: tensorflow/python/distribute/tpu_strategy.py.
_ONE_MACHINE = (
    "MirroredStrategy",
    "OneDeviceStrategy",
    "experimental.CentralStorageStrategy",
    "TPUStrategy",
    "experimental.TPUStrategy",
)

# What an expression is in that gives its value to a name, a function or a caller.
_HANDS_ON = (
    ast.Assign,
    ast.AnnAssign,
    ast.NamedExpr,
    ast.Return,
    ast.Lambda,
    ast.IfExp,
    ast.Call,
    ast.keyword,
)


@record
class DistributionStrategy(Outcome):
    """What creates a strategy of `tf.distribute`, or stands for none; with edits an IPUStrategy is the replacement."""

    name: str  # below `tf.distribute`; empty for none
    counts_replicas: bool  # whether the port reads `num_replicas_in_sync`
    ipus: int = 1  # that the port selects


@record
class DistributedDataset(Outcome):
    """A strategy shares out a dataset, which an IPUStrategy takes as it is."""


def distributed_datasets(port: Port) -> Iterator[DistributedDataset]:
    """Yield the datasets that strategies share out which an IPUStrategy replaces."""
    script = port.script
    if not replaced_strategies(port):
        return
    for node in script.nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        dataset = argument(node, 0, "dataset")
        if node.func.attr == "experimental_distribute_dataset" and dataset is not None:
            parts = (("dataset", script.span(dataset)),)
            yield DistributedDataset(node, edits=(Replace(script.span(node), "{dataset}", parts),))


def other_strategies(facts: Facts) -> list[ast.Call]:
    """Return the calls that make a strategy of `tf.distribute`, in order."""
    made = [
        n
        for n, value in facts.values.items()
        if isinstance(value, TfDistributeStrategy) and isinstance(n, ast.Call)
    ]
    named = [node for node in made if facts.qualified.get(node, "").startswith(_DISTRIBUTE)]
    return sorted(named, key=lambda node: (node.lineno, node.col_offset))


def strategy_class(facts: Facts, node: ast.expr) -> str:
    """Return the name of a strategy's class below `tf.distribute`; nothing for None."""
    return facts.qualified.get(node, "").removeprefix(_DISTRIBUTE)


@once
def replaced_strategies(port: Port) -> tuple[ast.expr, ...]:
    """Return the calls that an IPUStrategy replaces; none if one of them has no counterpart, or it is there already.

    With them what their name stands for where the script finds no GPUs: another call, or None.
    """
    if not port.makes(DistributionStrategy):
        return ()
    script = port.script
    facts = facts_of(script)
    others = other_strategies(facts)
    if any(strategy_class(facts, node) not in _ONE_MACHINE for node in others):
        return ()
    if facts.has_strategy:
        return ()
    others = others or _default_scopes(facts)
    names = {name for node in others for name in _names(script, node)}
    defaults: list[ast.expr] = [
        node
        for node, name in facts.qualified.items()
        if name == DEFAULT_STRATEGY and isinstance(node, ast.Call)
    ]
    defaults += (
        node for node, value in facts.values.items() if isinstance(node, ast.Call) and stands_in(value)
    )
    if names:
        hosts = {function_of(script, node) for node in others}
        defaults += (node for node in _assigned_nones(script) if function_of(script, node) in hosts)
    returning = {function_of(script, node) for node in others if _is_returned(script, node)}
    stand_ins = (
        node
        for node in defaults
        if names.intersection(_names(script, node))
        or (_is_returned(script, node) and function_of(script, node) in returning)
    )
    return tuple(dict.fromkeys((*others, *stand_ins)))


def _default_scopes(facts: Facts) -> list[ast.Call]:
    """The calls that give the default strategy to a scope: at once, or by a name, an argument or a result."""
    if not any(isinstance(value, StrategyScope) for value in facts.values.values()):
        return []
    parents = facts.script.parents
    return [
        node
        for node, value in facts.values.items()
        if isinstance(value, DefaultStrategy) and facts.qualified.get(node) == DEFAULT_STRATEGY
        if isinstance(node, ast.Call)
        if isinstance(outer := parents[node], _HANDS_ON) or getattr(outer, "attr", "") == "scope"
    ]


def _is_returned(script: Script, node: ast.expr) -> bool:
    statement = statement_of(script, node)
    return isinstance(statement, ast.Return) and statement.value is node


def _assigned_nones(script: Script) -> Iterator[ast.Constant]:
    """The None of each `name = None` and `name = … if … else None`."""
    for node in script.nodes:
        if isinstance(node, ast.Assign):
            either = (
                (node.value.body, node.value.orelse) if isinstance(node.value, ast.IfExp) else (node.value,)
            )
            yield from (each for each in either if isinstance(each, ast.Constant) and each.value is None)


def _names(script: Script, node: ast.expr) -> set[str]:
    """The names, and the attributes of objects, that the statement of an expression assigns."""
    statement = statement_of(script, node)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return {ast.unparse(target) for target in targets if isinstance(target, (ast.Name, ast.Attribute))}


def first_statements(script: Script, calls: tuple[ast.expr, ...]) -> list[ast.stmt]:
    """Return the statement before which the IPU is configured, in each function that makes a strategy."""
    found: dict[ast.AST | None, ast.stmt] = {}
    for call in sorted(calls, key=lambda node: node.lineno):
        outermost, *inner = path_to(script, statement_of(script, call))
        is_guard = outermost is main_guard(script.file_of(call))
        found.setdefault(function_of(script, call), inner[0] if is_guard and inner else outermost)
    return list(found.values())


def visible_strategy(script: Script, statement: ast.stmt) -> str | None:
    """Return the name by which a statement can reach an IPUStrategy that the script makes."""
    facts = facts_of(script)
    here = function_of(script, statement)
    around = {here, *(outer for outer in ancestors(script, statement) if isinstance(outer, Function))}
    for target, bound in _bound_strategies(script.file_of(statement), facts):
        if not _is_certain(script, facts, bound, statement):
            continue
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


def _is_certain(script: Script, facts: Facts, bound: ast.stmt, statement: ast.stmt) -> bool:
    """True if a strategy is made on every path to a statement: of an `if` in both branches, or around the statement."""
    inner: ast.AST = bound
    for outer in ancestors(script, bound):
        if isinstance(outer, Function):
            return True
        if isinstance(outer, ast.If) and outer is not main_guard(script.file_of(bound)):
            branches = (outer.body, outer.orelse)
            own = outer.body if inner in outer.body else outer.orelse
            around = any(each in own for each in (statement, *ancestors(script, statement)))
            if not around and not all(any(map(_makes(facts), branch)) for branch in branches):
                return False
        inner = outer
    return True


def _makes(facts: Facts) -> Callable[[ast.stmt], bool]:
    """True if a statement binds an IPUStrategy."""
    return lambda node: isinstance(node, ast.Assign) and isinstance(facts.value(node.value), Strategy)


@record
class Reach:
    """How a statement gets at a strategy: its name there, what brings it there, and the files that make it."""

    name: str
    edits: tuple[Edit, ...]
    entries: tuple[Script, ...]


def reachable_strategy(script: Script, statement: ast.stmt, name: str) -> Reach | None:
    """Return the strategy for a statement; `name` is that of the one which the files that are run are going to make.

    A function of a module gets it as a parameter from the script that calls it. None where there is no way.
    """
    host = function_of(script, statement)
    file = script.file_of(statement)
    call_paths = call_paths_to(facts_of(script), host) if host is not None else []
    entries = tuple(dict.fromkeys(script.file_of(way[0].call) for way in call_paths)) or (file,)
    if host is None or entries == (file,):
        seen = name if not facts_of(file).has_strategy else visible_strategy(script, statement)
        return None if seen is None else Reach(seen, (), entries)
    edits: list[Edit] = []
    for way in call_paths:
        handed_over = _handed_over(script, way, last_frame_in_file(script, way, call_paths), host, name)
        if handed_over is None:
            return None
        edits += handed_over
    return Reach(name, tuple(dict.fromkeys(edits)), entries)


def _handed_over(script: Script, way: Stack, start: int, host: Function, name: str) -> list[Edit] | None:
    """The arguments and parameters that bring a strategy from a frame of a way to its end."""
    edits: list[Edit] = []
    here = statement_of(script, way[start].call)
    known = facts_of(script.file_of(here)).has_strategy
    text = visible_strategy(script, here) if known else name
    inner = (*(frame.function for frame in way[start + 1 :]), host)
    for frame, function in zip(way[start:], inner):
        call = frame.call
        if text is None or not isinstance(call, ast.Call) or not _calls(script, call, function):
            return None
        assert isinstance(function, ast.FunctionDef)
        if keyword_of(call, name) is None:
            edits.append(AddArgument(script.span(call), name, text))
        if name not in parameter_names(function):
            edits.append(AddParameter(script.span(function), name))
        text = name
    return edits


def _calls(script: Script, call: ast.Call, function: ast.AST | None) -> bool:
    """True if a call hands its arguments to a function: calls it, or makes an instance whose `__init__` it is."""
    if not isinstance(function, ast.FunctionDef):
        return False
    called = facts_of(script).value(call.func)
    return called.definition is function or (isinstance(called, ScriptClass) and function.name == "__init__")


def _bound_strategies(script: Script, facts: Facts) -> Iterator[tuple[ast.Name | ast.Attribute, ast.stmt]]:
    """What is bound to an IPUStrategy, and the statement that does it."""
    for node in script.nodes:
        bound: list[ast.expr | None] = []
        if isinstance(node, ast.Assign) and isinstance(facts.value(node.value), Strategy):
            bound += node.targets
        elif isinstance(node, ast.With):
            bound += (
                i.optional_vars for i in node.items if isinstance(facts.value(i.context_expr), Strategy)
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
    owner = next(ancestors(script, where))
    if not isinstance(owner, ast.ClassDef) or next(ancestors(script, here)) is not owner:
        return None
    is_of_self = target.value.id == _first_parameter(where)
    self_here = _first_parameter(here)
    return f"{self_here}.{target.attr}" if is_of_self and self_here else None


def _first_parameter(function: Function) -> str:
    """The name of the first positional parameter; empty where there is none."""
    return next((parameter.arg for parameter in function.args.args), "")


def _is_global(function: ast.AST, name: str) -> bool:
    return any(isinstance(node, ast.Global) and name in node.names for node in ast.walk(function))
