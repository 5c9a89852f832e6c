"""Shared sizes: a batch size that several calls need is computed once, under a name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from gpu2ipu.analysis.dataflow.same_value import same_value
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.tree import block_of, function_of, path_to, statement_of
from gpu2ipu.edits import AddArgument, Edit, Insert
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.scope_blocks import scopes_of

_SIZE = re.compile(r"\beven_batch_size\w*\((?:[^(){}]|\([^(){}]*\))*\)")
_OF_ARRAY = re.compile(r"\(len\((\w+)\)")


def with_shared_sizes(port: Port, outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    """Outcomes in which a call for a batch size that stands in several edits of a function has a name."""
    script = port.script
    places: dict[str, dict[AddArgument, None]] = {}
    for edit in (edit for outcome in outcomes for edit in outcome.edits):
        if isinstance(edit, AddArgument):
            for text in _SIZE.findall(edit.template):
                places.setdefault(text, {})[edit] = None
    shared = {
        text: each for text, each in places.items() if len(each) > 1 and not any(map(_may_be_skipped, each))
    }
    if not shared:
        return outcomes
    new: dict[Edit, tuple[Edit, ...]] = {}
    names: set[str] = set()
    calls = {script.span(node): node for node in script.nodes if isinstance(node, ast.Call)}
    for text, found in shared.items():
        array = _OF_ARRAY.search(text)
        name = facts_of(script).fresh(f"{array[1]}_batch_size" if array else "even_size")
        for insert, group in _groups(
            port, text, name, {edit: calls[edit.call] for edit in found if edit.call in calls}
        ):
            if name not in names:
                for edit in group:
                    new[edit] = (*_written(new.get(edit, (edit,)), text, name), insert)
        names.add(name)
    return tuple(replace(outcome, edits=_replaced(outcome.edits, new)) for outcome in outcomes)


def _may_be_skipped(edit: AddArgument) -> bool:
    """Whether the size is computed only where something is not `None`."""
    return " if " in edit.template


def _groups(
    port: Port, text: str, name: str, found: Mapping[AddArgument, ast.Call]
) -> Iterator[tuple[Insert, list[AddArgument]]]:
    """The edits of each function that may share a size, with its definition."""
    script, by_function = port.script, dict[ast.AST | None, list[AddArgument]]()
    for edit, call in found.items():
        by_function.setdefault(function_of(script, call), []).append(edit)
    for group in by_function.values():
        statements = sorted((statement_of(script, found[edit]) for edit in group), key=lambda s: s.lineno)
        place = _place(port, text, statements) if len(group) > 1 else None
        if place is not None:
            yield Insert(script.span(place), f"{name} = {text}"), group


def _place(port: Port, text: str, statements: list[ast.stmt]) -> ast.stmt | None:
    """Where all statements can read a size that is computed there: above the scope of the first, or above itself."""
    script, first = port.script, statements[0]
    run = scopes_of(port).block_with(first)
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    function = function_of(script, first)
    for place in (run.first, first) if run is not None else (first,):
        if script.file_of(place) is not script.file_of(first) or function_of(script, place) is not function:
            continue
        block = block_of(script, place)
        are_below = all(any(each in block for each in path_to(script, statement)) for statement in statements)
        same = (
            same_value(script, argument, function, place, statement)
            for statement in statements
            for argument in call.args
        )
        if are_below and all(same):
            return place
    return None


def _written(edits: Iterable[Edit], text: str, name: str) -> Iterator[Edit]:
    for edit in edits:
        yield (
            replace(edit, template=edit.template.replace(text, name))
            if isinstance(edit, AddArgument)
            else edit
        )


def _replaced(edits: tuple[Edit, ...], new: Mapping[Edit, tuple[Edit, ...]]) -> tuple[Edit, ...]:
    return tuple(each for edit in edits for each in new.get(edit, (edit,)))
