"""Scopes: which statements go into the strategy's scope, and where the IPU is configured.

A function that only builds runs inside the scope as a whole: the statement that calls it is wrapped. A
function that also trains (`fit` stays outside, see the design) is entered: statements of its own body are
wrapped.
"""

from __future__ import annotations

import ast
import functools
from typing import NamedTuple

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.facts import Facts, Frame, Making, Stack
from gpu2ipu.analysis.kinds import Kind
from gpu2ipu.analysis.known import RUNNING
from gpu2ipu.analysis.script import Script
from gpu2ipu.analysis.structure import (
    Block,
    Function,
    blocks,
    bound_names,
    function_of,
    in_loop,
    main_guard,
    path_to,
    statement_of,
)

_GAP = 3  # so many statements of other kinds may stand between two that belong into one `with` block
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
# Calls that end a script early: the device is configured after them, so that `--help` needs none.
_ENDS_EARLY = ("parse_args", "parse_known_args")


class Run(NamedTuple):
    """Sibling statements that go into one `with strategy.scope():` block."""

    first: ast.stmt
    last: ast.stmt
    makings: tuple[Making, ...]

    def holds(self, statement: ast.stmt) -> bool:
        """Whether a statement stands in the run, nested or not."""
        end = self.last.end_lineno or self.last.lineno
        return self.first.lineno <= statement.lineno <= end


class Scopes(NamedTuple):
    """The runs of a script and the place of the configuration."""

    runs: tuple[Run, ...]
    unreachable: tuple[Making, ...]  # made in functions that nothing in the script calls
    configuration: ast.stmt | None  # the statement before which the IPU is configured
    is_global: bool  # whether the strategy, made in one function, is used in others
    strategy: str | None  # the name of a strategy that the script has already

    def run_of(self, statement: ast.stmt) -> Run | None:
        """The run that a statement stands in."""
        return next((run for run in self.runs if run.holds(statement)), None)


@functools.lru_cache(maxsize=64)
def scopes_of(script: Script) -> Scopes:
    """Work out the scopes of a script that makes models; an empty answer for one that does not."""
    facts = facts_of(script)
    outside = [making for making in facts.makings if not making.in_scope]
    if not _makes_models(facts):
        return Scopes((), (), None, False, None)
    trainers = _trainers(facts)
    hosted: dict[ast.stmt, list[Making]] = {}
    unreachable = []
    for making in outside:
        frame = _host(making.stack, trainers)
        if making.stack[0].function is not None:
            unreachable.append(making)
        else:
            hosted.setdefault(statement_of(script, frame.call), []).append(making)
    runs = _runs(script, hosted, trainers, facts)
    place, is_global = _configuration(script, facts, runs) if runs else (None, False)
    return Scopes(runs, tuple(unreachable), place, is_global, _strategy_name(script, facts))


def _makes_models(facts: Facts) -> bool:
    return any(making.value.kind is Kind.MODEL for making in facts.makings)


def _trainers(facts: Facts) -> frozenset[ast.AST]:
    """The functions that are more than builders, by themselves or by what they call.

    They train or run a model, or they clear the session, which would take the scope away from under them.
    """
    frames = (frame for stack in _running(facts) for frame in stack)
    return frozenset(frame.function for frame in frames if frame.function is not None)


def _running(facts: Facts) -> list[Stack]:
    """The ways to what stays outside of a scope: training, prediction, a cleared session."""
    calls = (call for call in facts.method_calls if call.receiver.kind is Kind.MODEL)
    return [*(call.stack for call in calls if call.method in RUNNING), *facts.resets]


def _host(stack: Stack, trainers: frozenset[ast.AST]) -> Frame:
    """The innermost frame whose function is more than a builder, else the outermost."""
    for frame in reversed(stack):
        if frame.function is None or frame.function in trainers:
            return frame
    return stack[0]


def _runs(
    script: Script, hosted: dict[ast.stmt, list[Making]], trainers: frozenset[ast.AST], facts: Facts
) -> tuple[Run, ...]:
    training = {statement_of(script, frame.call) for stack in _running(facts) for frame in stack}
    runs: list[Run] = []
    pending: list[Block] = [script.tree.body]
    pending += [node.body for node in trainers if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    while pending:
        block = pending.pop(0)
        made, entered = _split(facts, block, hosted, training)
        runs += made
        pending += entered
    return tuple(sorted(runs, key=lambda run: run.first.lineno))


def _split(
    facts: Facts, block: Block, hosted: dict[ast.stmt, list[Making]], training: set[ast.stmt]
) -> tuple[list[Run], list[Block]]:
    """The runs directly in a block, and the blocks inside it that have to be looked at on their own."""
    runs: list[Run] = []
    entered: list[Block] = []
    members: list[tuple[int, tuple[Making, ...]]] = []
    barrier = -1

    def close() -> None:
        if members:
            makings = tuple(making for _, some in members for making in some)
            runs.append(Run(block[members[0][0]], block[members[-1][0]], makings))
            members.clear()

    for i, statement in enumerate(block):
        inside = [node for node in ast.walk(statement) if isinstance(node, ast.stmt)]
        makings = tuple(making for node in inside if node in hosted for making in hosted[node])
        trains = any(node in training for node in inside)
        inner = list(blocks(statement))
        enters = inner and (trains or statement is main_guard(facts.script))
        if _stands_alone(facts, statement) or enters or (trains and not makings):
            close()
            barrier = i
            if enters and not isinstance(statement, _DEFINITIONS):
                entered += inner
        elif makings:
            if members and (
                barrier > members[-1][0]
                or not _bridges(facts, block[members[0][0] : i], members[-1][0] - members[0][0])
            ):
                close()
            members.append((i, makings))
    close()
    return runs, entered


def _stands_alone(facts: Facts, statement: ast.stmt) -> bool:
    """What never goes into a scope: definitions, imports, `layer.adapt`, which reads a dataset on the host, and the
    border of a notebook's cell.
    """
    if isinstance(statement, _DEFINITIONS) or statement.lineno in facts.script.borders:
        return True
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not (
        isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "adapt"
    ):
        return False
    return facts.value(call.func.value).kind is Kind.LAYER


def _bridges(facts: Facts, statements: Block, last: int) -> bool:
    """Whether what stands behind number `last` of a run belongs to the making.

    A few calls do, and what uses the things that were made, and other Keras objects such as losses.
    """
    between = statements[last + 1 :]
    made = {name for statement in statements[: last + 1] for name in bound_names(statement)}
    belongs = (not any(bound_names(s)) or made & _names_read(s) or _names_keras(facts, s) for s in between)
    return len(between) <= _GAP and all(belongs)


def _names_keras(facts: Facts, statement: ast.stmt) -> bool:
    names = (facts.qualified.get(node, "") for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(name.startswith("keras.") and not name.startswith("keras.datasets.") for name in names)


def _names_read(statement: ast.stmt) -> set[str]:
    names = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Load)}


def _configuration(script: Script, facts: Facts, runs: tuple[Run, ...]) -> tuple[ast.stmt, bool]:
    """Before which statement the IPU is configured, and whether the strategy has to be made a global there.

    Once, before the first model, and without effect when the script is imported.
    """
    hosts = {function_of(script, run.first) for run in runs}
    if None not in hosts:
        entry = _entry(script, facts, hosts)
        if entry is not None:
            return _first_in(script, facts, entry, runs), hosts != {entry}
    guard = main_guard(script)
    if guard is not None and all(_is_guarded(script, facts, guard, run) for run in runs):
        reached = [path_to(script, s) for run in runs for s in _ways_to(script, facts, run)]
        inside = [path[1] for path in reached if path[0] is guard and len(path) > 1]
        return min(inside, key=lambda statement: statement.lineno), False
    return _at_module_level(script, facts, runs), False


def _entry(script: Script, facts: Facts, hosts: set[Function | None]) -> Function | None:
    """The innermost function that runs once and in which all runs of the other functions are reached."""
    stacks = [stack for host in hosts if host is not None for stack in _ways(facts, host)]
    outer = [frame.function for frame in reversed(stacks[0])] if stacks else []
    for function in (*sorted(filter(None, hosts), key=lambda host: -host.lineno), *outer):
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if _runs_once(script, facts, function) and all(
            host is function or _is_below(facts, host, function) for host in hosts if host is not None
        ):
            return function
    return None


def _is_below(facts: Facts, function: Function, outer: Function) -> bool:
    """Whether a function only ever runs inside of another one."""
    stacks = _ways(facts, function)
    return bool(stacks) and all(any(frame.function is outer for frame in stack) for stack in stacks)


def _first_in(script: Script, facts: Facts, function: Function, runs: tuple[Run, ...]) -> ast.stmt:
    """The first statement of a function's body from which a run is reached."""
    reached = []
    for run in runs:
        host = function_of(script, run.first)
        if host is function:
            reached.append(run.first)
        elif host is not None:
            calls = [
                frame.call for stack in _ways(facts, host) for frame in stack if frame.function is function
            ]
            reached += [statement_of(script, call) for call in calls]
    return min(
        (path_to(script, statement)[0] for statement in reached), key=lambda statement: statement.lineno
    )


def _ways_to(script: Script, facts: Facts, run: Run) -> list[ast.stmt]:
    """The module's statements from which a run is reached."""
    host = function_of(script, run.first)
    if host is None:
        return [run.first]
    return [statement_of(script, stack[0].call) for stack in _ways(facts, host)]


def _ways(facts: Facts, function: Function) -> list[Stack]:
    """The ways from the module to a function; what runs only in a function that nothing calls has none."""
    return [stack for stack in facts.calls.get(function, []) if stack[0].function is None]


def _runs_once(script: Script, facts: Facts, function: Function) -> bool:
    """Whether a function is called from one place, and not in a loop, all the way up."""
    stacks = _ways(facts, function)
    if len({tuple(frame.call for frame in stack) for stack in stacks}) != 1:
        return False
    return not any(in_loop(script, frame.call) for frame in stacks[0])


def _is_guarded(script: Script, facts: Facts, guard: ast.If, run: Run) -> bool:
    """Whether a run is only reached from the main guard."""
    ways = _ways_to(script, facts, run)
    return bool(ways) and all(path_to(script, statement)[0] is guard for statement in ways)


def _at_module_level(script: Script, facts: Facts, runs: tuple[Run, ...]) -> ast.stmt:
    """After the imports, or after the command line has been read, but before anything is made."""
    body = script.tree.body
    first = min(_reached_at(script, facts, run) for run in runs)
    start = next((i for i, s in enumerate(body) if s.lineno > last_import_line(script, body[first])), first)
    for i in range(start, first):
        if not isinstance(body[i], _DEFINITIONS) and _ends_early(body[i]):
            start = i + 1
    return body[min(start, first)]


def _reached_at(script: Script, facts: Facts, run: Run) -> int:
    """The number of the module's statement from which a run is first reached."""
    body = script.tree.body
    ways = [body.index(path_to(script, statement)[0]) for statement in _ways_to(script, facts, run)]
    return min(ways, default=len(body) - 1)


def _ends_early(statement: ast.stmt) -> bool:
    calls = (node for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(isinstance(call.func, ast.Attribute) and call.func.attr in _ENDS_EARLY for call in calls)


def last_import(script: Script, before: ast.stmt) -> ast.stmt | None:
    """The last top-level import, plain or in `try`, above a statement."""
    found = None
    for statement in script.tree.body:
        if statement.lineno >= before.lineno:
            break
        if _is_import(statement):
            found = statement
    return found


def last_import_line(script: Script, before: ast.stmt) -> int:
    """The last line of the imports above a statement; 0 when there are none."""
    statement = last_import(script, before)
    return (statement.end_lineno or statement.lineno) if statement else 0


def _is_import(statement: ast.stmt) -> bool:
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return True
    return isinstance(statement, ast.Try) and all(
        isinstance(node, (ast.Import, ast.ImportFrom)) for node in statement.body
    )


def _strategy_name(script: Script, facts: Facts) -> str | None:
    """A name that the script binds to an IPU strategy."""
    for node in ast.walk(script.tree):
        if isinstance(node, ast.Assign) and facts.value(node.value).kind is Kind.STRATEGY:
            target = node.targets[0]
            if isinstance(target, ast.Name):
                return target.id
    return None
