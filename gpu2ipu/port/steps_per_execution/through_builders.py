"""How a value reaches a `compile` call: as a new parameter of the builders on the way to it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.tree import parameter_names
from gpu2ipu.analysis.values.definitions import ScriptClass
from gpu2ipu.edits import AddParameter
from gpu2ipu.port.outcome import NewArgument
from gpu2ipu.port.steps_per_execution.compile_sites import CompileSite

KEYWORD = "steps_per_execution"


class Passed(NamedTuple):
    """The parameters that builders get, and the arguments of their calls and of `compile`."""

    parameters: tuple[AddParameter, ...]
    arguments: tuple[NewArgument, ...]


class _Builders(NamedTuple):
    """A call on the way to `compile`, and the functions of the script that it may call: one of a dict, say."""

    call: ast.AST
    functions: tuple[ast.AST, ...]


def _ways(facts: Facts, site: CompileSite) -> Iterator[list[_Builders]]:
    for stack in dict.fromkeys(each.stack for each in (site.compile, *site.others)):
        frames = stack[site.host :]
        yield [
            _Builders(frame.call, tuple(facts.called.get(frame.call, ()))) for frame, _ in pairwise(frames)
        ]


def can_be_passed(facts: Facts, site: CompileSite) -> bool:
    """True if a value can be handed through the builders on the ways to the compile call."""
    return all(
        isinstance(call, ast.Call) and all(_takes_arguments(facts, call, each) for each in functions)
        for way in _ways(facts, site)
        for call, functions in way
    )


def _takes_arguments(facts: Facts, call: ast.Call, function: ast.AST) -> bool:
    """True if a function takes the arguments of a call: not `__post_init__`, nor what makes a field of a dataclass."""
    is_init = (
        not isinstance(facts.value(call.func), ScriptClass) or getattr(function, "name", "") == "__init__"
    )
    return isinstance(function, ast.FunctionDef) and is_init


def passed(facts: Facts, site: CompileSite, value: ast.expr) -> Passed:
    """Return what gives a value to `compile`; the builders on the ways take it as a parameter."""
    script, ways = facts.script, list(_ways(facts, site))
    called = (each for way in ways for _, functions in way for each in functions)
    functions = dict.fromkeys(each for each in called if isinstance(each, ast.FunctionDef))
    is_taken = any(KEYWORD in parameter_names(function) for function in functions)
    name = fresh_name(script, "execution_steps") if is_taken else KEYWORD
    parameters = tuple(AddParameter(script.span(function), name, "1") for function in functions)
    arguments: dict[ast.Call, NewArgument] = {}
    given = value
    for way in ways:
        given = value
        for call, _ in way:
            assert isinstance(call, ast.Call)
            arguments.setdefault(call, NewArgument(call, name, None, given))
            given = ast.Name(name, ast.Load())
    node = site.compile.node
    replaced = facts.argument(node, "keras.Model.compile", KEYWORD)
    return Passed(parameters, (*arguments.values(), NewArgument(node, KEYWORD, replaced, given)))
