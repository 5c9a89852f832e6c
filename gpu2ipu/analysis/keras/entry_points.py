"""Entries: the files of a program that are run by themselves, and where each of them configures the IPU.

Modules stay free of effects: what they make belongs to the script from which it is reached.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpu2ipu.analysis.interpreter.facts import Facts, Stack
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.callers import CALLERS
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import (
    Function,
    ancestors,
    function_of,
    in_loop,
    main_guard,
    path_to,
    statement_of,
)
from gpu2ipu.records import record

_DEFINITIONS = (Function, ast.ClassDef, ast.Import, ast.ImportFrom)
# Calls that end a script early: the device is configured after them, so that `--help` needs none.
_ENDS_EARLY = ("parse_args", "parse_known_args")
# tensorflow/python/eager/context.py: "Intra op parallelism cannot be modified after initialization."
_THREADS = ("set_intra_op_parallelism_threads", "set_inter_op_parallelism_threads")


class Configuration(NamedTuple):
    """Where one file configures the IPU: before a statement; in a function, perhaps with a global strategy."""

    place: ast.stmt
    is_global: bool


@record
class _Entry:
    """A file that is run, with the statements in it from which models are reached."""

    script: Script
    facts: Facts
    file: Script
    reached: tuple[ast.stmt, ...]

    def call_paths(self, function: Function) -> list[Stack]:
        """Return the ways from the file's top to a function of it."""
        return [
            way
            for way in call_paths_to(self.facts, function)
            if self.script.file_of(way[0].call) is self.file
        ]

    @property
    def guard(self) -> ast.If | None:
        """The main guard."""
        return main_guard(self.file)


def is_run(script: Script, call: ast.AST) -> bool:
    """True if what a file does at its top level belongs to a run of the file, and not to its import."""
    file, facts = script.file_of(call), facts_of(script)
    if file.is_entry and file.tree not in facts.imported:
        return True
    if file.is_entry and path_to(script, statement_of(script, call))[0] is main_guard(file):
        return True
    starts = (way[0] for way in facts.running if way[0].function is None)
    return any(script.file_of(start.call) is file for start in starts if not _is_guarded(script, start.call))


def _is_guarded(script: Script, call: ast.AST) -> bool:
    return path_to(script, statement_of(script, call))[0] is main_guard(script.file_of(call))


def call_paths_to(facts: Facts, function: ast.AST) -> list[Stack]:
    """Return the call paths from a file that is run to a function; none to what only uncalled functions run."""
    return [stack for stack in facts.calls.get(function, []) if stack[0].function is None]


def last_frame_in_file(script: Script, way: Stack, call_paths: Sequence[Stack] = ()) -> int:
    """Return the number of the last frame of a way that is in the file where the way begins.

    Of several ways to one place: and in no function through which another file comes there, too.
    """
    file = script.file_of(way[0].call)
    others = (other for other in call_paths if script.file_of(other[0].call) is not file)
    shared = {frame.function for other in others for frame in other if frame.function is not None}
    own = itertools.takewhile(lambda i: way[i].function not in shared, range(len(way)))
    return max(i for i in own if script.file_of(way[i].call) is file)


@once
def first_models(script: Script) -> dict[Script, ast.expr]:
    """For each file that is run and creates models: the call in it that leads to the first one."""
    found: dict[Script, ast.expr] = {}
    for construction in facts_of(script).models:
        start = construction.stack[0]
        call = construction.stack[last_frame_in_file(script, construction.stack)].call
        if start.function is None and is_run(script, start.call) and isinstance(call, ast.expr):
            file = script.file_of(start.call)
            found[file] = min(found.get(file, call), call, key=lambda node: node.lineno)
    return found


def configurations(script: Script, firsts: Sequence[ast.stmt]) -> dict[Script, Configuration]:
    """Return where each file that is run configures the IPU, for blocks that begin with these statements."""
    reached: dict[Script, dict[ast.stmt, None]] = {}
    for file, statement in (pair for first in firsts for pair in _reached_from(script, first)):
        reached.setdefault(file, {})[statement] = None
    facts = facts_of(script)
    return {
        file: _configuration(_Entry(script, facts, file, tuple(statements)))
        for file, statements in reached.items()
    }


def _reached_from(script: Script, first: ast.stmt) -> Iterator[tuple[Script, ast.stmt]]:
    """The files that are run and reach a statement, each with its own statement that does."""
    host = function_of(script, first)
    if host is None:
        yield script.file_of(first), first
        return
    call_paths = call_paths_to(facts_of(script), host)
    files = {script.file_of(way[0].call) for way in call_paths}
    for way in call_paths:
        alone = files == {script.file_of(first)}
        there = (
            first if alone else statement_of(script, way[last_frame_in_file(script, way, call_paths)].call)
        )
        yield script.file_of(way[0].call), there


def _configuration(entry: _Entry) -> Configuration:
    """Before which statement the IPU is configured, and whether the strategy has to be made a global there.

    Once, before the first model, and without effect when the script is imported.
    """
    hosts = {function_of(entry.script, statement) for statement in entry.reached}
    if None not in hosts:
        function = _innermost(entry, hosts)
        if function is not None:
            return Configuration(_first_in(entry, function), hosts != {function})
    guard = entry.guard
    if guard is not None and all(_is_only_guarded(entry, guard, statement) for statement in entry.reached):
        reached = [
            path_to(entry.script, s) for statement in entry.reached for s in _call_paths_to(entry, statement)
        ]
        inside = [path[1] for path in reached if path[0] is guard and len(path) > 1]
        return Configuration(min(inside, key=lambda statement: statement.lineno), False)
    return Configuration(_at_module_level(entry), False)


def _innermost(entry: _Entry, hosts: set[Function | None]) -> Function | None:
    """The innermost function that runs once and in which everything in the other functions is reached."""
    call_paths = [way for host in hosts if host is not None for way in entry.call_paths(host)]
    outer = [frame.function for frame in reversed(call_paths[0])] if call_paths else []
    for function in (*sorted(filter(None, hosts), key=lambda host: -host.lineno), *outer):
        if not isinstance(function, Function):
            continue
        if entry.script.file_of(function) is not entry.file:
            continue
        if _runs_once(entry, function) and all(
            host is function or _is_below(entry, host, function) for host in hosts if host is not None
        ):
            return function
    return None


def _is_below(entry: _Entry, function: Function, outer: Function) -> bool:
    """True if a function only ever runs inside of another one."""
    call_paths = entry.call_paths(function)
    return bool(call_paths) and all(any(frame.function is outer for frame in way) for way in call_paths)


def _first_in(entry: _Entry, function: Function) -> ast.stmt:
    """The first statement of a function's body from which something is reached."""
    reached = []
    for statement in entry.reached:
        host = function_of(entry.script, statement)
        if host is function:
            reached.append(statement)
        elif host is not None:
            calls = [
                frame.call for way in entry.call_paths(host) for frame in way if frame.function is function
            ]
            reached += [statement_of(entry.script, call) for call in calls]
    return min(
        (path_to(entry.script, statement)[0] for statement in reached), key=lambda statement: statement.lineno
    )


def _call_paths_to(entry: _Entry, statement: ast.stmt) -> list[ast.stmt]:
    """The file's statements from which a statement of it is reached."""
    host = function_of(entry.script, statement)
    if host is None:
        return [statement]
    return [statement_of(entry.script, way[0].call) for way in entry.call_paths(host)]


def _runs_once(entry: _Entry, function: Function) -> bool:
    """True if a function is called from one place, and not in a loop, all the way up."""
    call_paths = entry.call_paths(function)
    if len({tuple(frame.call for frame in way) for way in call_paths}) != 1:
        return False
    return not any(_is_repeated(entry, frame.call) for frame in call_paths[0])


def _is_repeated(entry: _Entry, call: ast.AST) -> bool:
    caller = (
        CALLERS.get(entry.facts.everywhere.qualified.get(call, "")) if isinstance(call, ast.expr) else None
    )
    return in_loop(entry.script, call) or (caller is not None and caller.repeats)


def _is_only_guarded(entry: _Entry, guard: ast.If, statement: ast.stmt) -> bool:
    """True if a statement is only reached from the main guard."""
    call_paths = _call_paths_to(entry, statement)
    return bool(call_paths) and all(path_to(entry.script, way)[0] is guard for way in call_paths)


def _at_module_level(entry: _Entry) -> ast.stmt:
    """After the imports, or after the command line has been read and threads are set, but before anything is made."""
    body = entry.file.tree.body
    first = min(_reached_at(entry, statement) for statement in entry.reached)
    above = last_import_line(entry.file, body[first])
    start = next((i for i, s in enumerate(body) if s.lineno > above), first)
    for i in range(start, first):
        if not isinstance(body[i], _DEFINITIONS) and (_ends_early(body[i]) or _sets_threads(entry, body[i])):
            start = i + 1
    return body[min(start, first)]


def _reached_at(entry: _Entry, statement: ast.stmt) -> int:
    """The number of the file's statement from which a statement is first reached."""
    body = entry.file.tree.body
    call_paths = [body.index(_outermost(entry.script, way)) for way in _call_paths_to(entry, statement)]
    return min(call_paths, default=len(body) - 1)


def _outermost(script: Script, statement: ast.stmt) -> ast.stmt:
    """The statement of the file, or of a function, that a statement is in; the body of a class runs where it stands."""
    first = path_to(script, statement)[0]
    owner = next(ancestors(script, first), None)
    return _outermost(script, owner) if isinstance(owner, ast.ClassDef) else first


def _ends_early(statement: ast.stmt) -> bool:
    calls = (node for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(isinstance(call.func, ast.Attribute) and call.func.attr in _ENDS_EARLY for call in calls)


def _sets_threads(entry: _Entry, statement: ast.stmt) -> bool:
    """True if a statement sets threads, by a function of the file too, which a strategy makes too late."""
    if not any(name in entry.file.text for name in _THREADS):
        return False
    calls = (node.func for node in ast.walk(statement) if isinstance(node, ast.Call))
    called = {func.id for func in calls if isinstance(func, ast.Name)}
    functions = [each for each in entry.file.tree.body if isinstance(each, Function) and each.name in called]
    nodes = (node for each in (statement, *functions) for node in ast.walk(each))
    return any(isinstance(node, ast.Attribute) and node.attr in _THREADS for node in nodes)


def last_import(file: Script, before: ast.stmt) -> ast.stmt | None:
    """Return the last top-level import of a file, plain or in `try`, above a statement."""
    found = None
    for statement in file.tree.body:
        if statement.lineno >= before.lineno:
            break
        if _is_import(statement):
            found = statement
    return found


def last_import_line(file: Script, before: ast.stmt) -> int:
    """Return the last line of the imports above a statement; 0 when there are none."""
    statement = last_import(file, before)
    return (statement.end_lineno or statement.lineno) if statement else 0


def _is_import(statement: ast.stmt) -> bool:
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return True
    return isinstance(statement, ast.Try) and all(
        isinstance(node, (ast.Import, ast.ImportFrom)) for node in statement.body
    )
