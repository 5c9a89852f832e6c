"""Shared sizes: a batch size that several calls are given is computed once, under a name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.same_value import same_value
from gpu2ipu.analysis.dataflow.substitution import with_parts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.tree import Function, block_of, function_of, path_to, statement_of
from gpu2ipu.analysis.values.call_arguments import keyword_of
from gpu2ipu.edits import Edit, Insert
from gpu2ipu.port.code.call_arguments import set_argument
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import even_batch_size
from gpu2ipu.port.outcome import NewArgument, Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from gpu2ipu.records import record


@record
class _SharedSize:
    """A size that several calls of one function are given, and where it is computed."""

    size: ast.Call
    name: str
    place: ast.stmt
    calls: tuple[ast.Call, ...]


def with_arguments_written(port: Port, outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    """Outcomes whose new arguments are edits; a batch size that several calls of a function are given has a name."""
    shared = list(_shared_sizes(port, [each for outcome in outcomes for each in outcome.arguments]))
    written = (
        (*outcome.edits, *(edit for each in outcome.arguments for edit in _written(port, each, shared)))
        for outcome in outcomes
    )
    return tuple(replace(each, edits=edits, arguments=()) for each, edits in zip(outcomes, written))


def _written(port: Port, argument: NewArgument, shared: list[_SharedSize]) -> Iterator[Edit]:
    """The edit that gives a call an argument, and the definitions of the shared sizes in it."""
    script, call = port.script.file_of(argument.call), argument.call
    parts = {ast.dump(part) for part in ast.walk(argument.value)}
    used = [each for each in shared if call in each.calls and ast.dump(each.size) in parts]
    value = with_parts(
        argument.value, {ast.dump(each.size): ast.Name(each.name, ast.Load()) for each in used}
    )
    text = text_of(script, value)
    yield set_argument(script, facts_of(script), call, argument.name, argument.given, text)
    for each in used:
        yield Insert(script.span(each.place), f"{each.name} = {text_of(script, each.size)}")


def _shared_sizes(port: Port, arguments: list[NewArgument]) -> Iterator[_SharedSize]:
    """The batch sizes that are computed for several calls of a function, and may be computed before the first."""
    script, names = port.script, set[str]()
    for size, readers in _sizes(port, arguments):
        name = fresh_name(script, _name_of(size))
        by_function: dict[Function | None, list[ast.Call]] = {}
        for argument in readers.values():
            by_function.setdefault(function_of(script, argument.call), []).append(argument.call)
        for group in by_function.values():
            statements = sorted((statement_of(script, call) for call in group), key=lambda each: each.lineno)
            place = _place(port, size, statements) if len(group) > 1 else None
            if place is not None and name not in names:
                yield _SharedSize(size, name, place, tuple(group))
        names.add(name)


class _ReadSize(NamedTuple):
    """A size, and the different new arguments that read it."""

    size: ast.Call
    readers: dict[tuple[ast.Call, str, str], NewArgument]


def _sizes(port: Port, arguments: list[NewArgument]) -> Iterator[_ReadSize]:
    """The calls of the helper that are in several new arguments; those computed under a condition are not shared."""
    if len(arguments) < 2:
        return
    helper = even_batch_size(port.script, facts_of(port.script)).name
    found: dict[str, _ReadSize] = {}
    for argument in arguments:
        is_written_there = argument.given is None or keyword_of(argument.call, argument.name) is not None
        for part in ast.walk(argument.value) if is_written_there else ():
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == helper:
                key = (argument.call, argument.name, ast.unparse(argument.value))
                found.setdefault(ast.unparse(part), _ReadSize(part, {})).readers[key] = argument
    for each in found.values():
        may_be_skipped = any(isinstance(reader.value, ast.IfExp) for reader in each.readers.values())
        if len(each.readers) > 1 and not may_be_skipped:
            yield each


def _name_of(size: ast.Call) -> str:
    """The name of a size: by that of the array whose samples it divides, where it has one."""
    match size.args:
        case [ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=array)]), *_] | [
            ast.BinOp(left=ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=array)]), op=ast.FloorDiv()),
            *_,
        ]:
            return f"{array}_batch_size"
    return "even_size"


def _place(port: Port, size: ast.Call, statements: list[ast.stmt]) -> ast.stmt | None:
    """Where all statements can read a size that is computed there: above the scope of the first, or above itself."""
    script, first = port.script, statements[0]
    block_of_first = scopes_of(port).block_with(first)
    function = function_of(script, first)
    for place in (block_of_first.first, first) if block_of_first is not None else (first,):
        if script.file_of(place) is not script.file_of(first) or function_of(script, place) is not function:
            continue
        block = block_of(script, place)
        are_below = all(any(each in block for each in path_to(script, statement)) for statement in statements)
        same = (
            same_value(script, argument, function, place, statement)
            for statement in statements
            for argument in size.args
        )
        if are_below and all(same):
            return place
    return None
