"""Shared sizes: a batch size that several calls are given, or arrays are cut to, is computed once, under a name."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.same_value import same_value
from gpu2ipu.analysis.dataflow.substitution import with_parts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, block_of, function_of, path_to, statement_of
from gpu2ipu.analysis.values.call_arguments import keyword_of
from gpu2ipu.edits import Edit, Insert
from gpu2ipu.port.batching.outcomes import CallBatches, NewCut
from gpu2ipu.port.batching.row_counts import Rows
from gpu2ipu.port.code.call_arguments import rewritten, set_argument
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import even_batch_size, take_rows
from gpu2ipu.port.outcome import NewArgument, Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from gpu2ipu.records import record

_TRAIN = "train"  # `train_size` is the number of samples in all batches of a training


@record
class _Reader:
    """What may read a size: a new argument of a call, or what the arrays of that call are cut to."""

    call: ast.Call
    value: ast.expr
    argument: NewArgument | None = None

    @property
    def key(self) -> tuple[ast.Call, str, str]:
        """The same for two that are written as one."""
        return self.call, self.argument.name if self.argument else "", ast.unparse(self.value)

    @property
    def is_written_in_call(self) -> bool:
        """False for an argument whose value stands elsewhere, in a dict of options."""
        argument = self.argument
        return argument is None or argument.given is None or keyword_of(self.call, argument.name) is not None


@record
class _SharedSize:
    """A size that several calls of one function are given, and where it is computed."""

    size: ast.Call
    name: str
    place: ast.stmt
    calls: tuple[ast.Call, ...]
    stop: ast.expr | None = None  # the number of samples in full batches of it, where arrays are cut to that
    stop_name: str = ""

    @property
    def names(self) -> dict[str, ast.expr]:
        """What is read by a name: the size."""
        return {ast.dump(self.size): ast.Name(self.name, ast.Load())}

    def is_stop(self, samples: ast.expr) -> bool:
        """True if a number of samples is that in full batches."""
        return self.stop is not None and ast.dump(self.stop) == ast.dump(samples)

    def definition(self, script: Script) -> Insert:
        """Return the lines that compute it."""
        lines = [f"{self.name} = {text_of(script, self.size)}"]
        if self.stop is not None:
            lines.append(f"{self.stop_name} = {text_of(script, with_parts(self.stop, self.names))}")
        return Insert(script.span(self.place), "\n".join(lines))


def with_arguments_written(port: Port, outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    """Outcomes whose new arguments and cuts are edits; a batch size that several of them read has a name."""
    shared = list(_shared_sizes(port, [each for outcome in outcomes for each in _readers(outcome)]))
    return tuple(_with_edits(port, outcome, shared) for outcome in outcomes)


def _readers(outcome: Outcome) -> Iterator[_Reader]:
    """The new arguments of an outcome, and what it cuts arrays to."""
    for argument in outcome.arguments:
        yield _Reader(argument.call, argument.value, argument)
    if isinstance(outcome, CallBatches) and outcome.cut is not None and isinstance(outcome.node, ast.Call):
        yield _Reader(outcome.node, outcome.cut.stop)


def _with_edits(port: Port, outcome: Outcome, shared: list[_SharedSize]) -> Outcome:
    """An outcome with its new arguments and its cut as edits, and the definitions of the shared sizes in them."""
    edits = list(outcome.edits)
    for reader in _readers(outcome):
        script, call = port.script.file_of(reader.call), reader.call
        parts = {ast.dump(part) for part in ast.walk(reader.value)}
        used = [each for each in shared if call in each.calls and ast.dump(each.size) in parts]
        named = {key: name for each in used for key, name in each.names.items()}
        text = text_of(script, with_parts(reader.value, named))
        if reader.argument is not None:
            name, given = reader.argument.name, reader.argument.given
            edits.append(set_argument(script, facts_of(script), call, name, given, text))
        elif isinstance(outcome, CallBatches) and outcome.cut is not None:
            stops = (each.stop_name for each in used if each.is_stop(reader.value))
            edits += _cut(script, outcome.cut, next(stops, text))
        edits += (each.definition(script) for each in used)
    written = replace(outcome, edits=tuple(edits), arguments=())
    return replace(written, cut=None) if isinstance(written, CallBatches) else written


def _cut(script: Script, cut: NewCut, stop: str) -> Iterator[Edit]:
    """The edits that cut arrays to their first samples; where there may be none, unless there are none."""
    if cut.unless_none is None:
        yield from Rows(script, cut.facts, cut.arrays).cut("", stop)
        return
    helper = take_rows(script, cut.facts)
    yield from helper.edits
    is_there = ast.Compare(cut.unless_none, [ast.IsNot()], [ast.Constant(None)])
    text = f"{helper.name}({{item}}, 0, {stop}) if {text_of(script, is_there)} else None"
    yield rewritten(script, cut.facts, cut.unless_none, text)


def _shared_sizes(port: Port, readers: list[_Reader]) -> Iterator[_SharedSize]:
    """The batch sizes that are computed for several readers in a function, and may be computed before the first."""
    script, uses = port.script, Counter[tuple[Function | None, str]]()
    for size in _sizes(port, readers):
        by_function: dict[Function | None, list[_Reader]] = {}
        for reader in size.readers.values():
            by_function.setdefault(function_of(script, reader.call), []).append(reader)
        for function, group in by_function.items():
            for part, place in _placed(port, size.size, group):
                names = _names_of(size.size)
                uses[function, names[0]] += 1
                number = uses[function, names[0]]
                name, stop_name = (
                    fresh_name(script, each if number == 1 else f"{each}_{number}") for each in names
                )
                stop = next((reader.value for reader in part if reader.argument is None), None)
                calls = tuple(reader.call for reader in part)
                yield _SharedSize(size.size, name, place, calls, stop, stop_name)


def _placed(port: Port, size: ast.Call, group: list[_Reader]) -> Iterator[tuple[list[_Reader], ast.stmt]]:
    """Readers of a size that can share it, and where: all in a function, or else those of each call by themselves."""
    if len(group) < 2:
        return
    calls = [reader.call for reader in group]
    statements = sorted((statement_of(port.script, call) for call in calls), key=lambda each: each.lineno)
    place = _place(port, size, statements)
    if place is not None:
        yield group, place
    elif len(set(calls)) > 1:
        for call in dict.fromkeys(calls):
            yield from _placed(port, size, [reader for reader in group if reader.call is call])


class _ReadSize(NamedTuple):
    """A size, and what reads it."""

    size: ast.Call
    readers: dict[tuple[ast.Call, str, str], _Reader]


def _sizes(port: Port, readers: list[_Reader]) -> Iterator[_ReadSize]:
    """The calls of the helper that several read; those computed under a condition are not shared."""
    if len(readers) < 2:
        return
    helper = even_batch_size(port.script, facts_of(port.script)).name
    found: dict[str, _ReadSize] = {}
    for reader in readers:
        for part in ast.walk(reader.value) if reader.is_written_in_call else ():
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == helper:
                found.setdefault(ast.unparse(part), _ReadSize(part, {})).readers[reader.key] = reader
    for each in found.values():
        may_be_skipped = any(isinstance(reader.value, ast.IfExp) for reader in each.readers.values())
        if len(each.readers) > 1 and not may_be_skipped:
            yield each


def _names_of(size: ast.Call) -> tuple[str, str]:
    """The names of a size, and of the samples in its batches: by that of the array that they divide, if it has one."""
    match size.args:
        case [ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=array)]), *_] | [
            ast.BinOp(left=ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=array)]), op=ast.FloorDiv()),
            *_,
        ] if (
            array != _TRAIN
        ):
            return f"{array}_batch_size", f"{array}_size"
    return "even_size", "full_size"


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
