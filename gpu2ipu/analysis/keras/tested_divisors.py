"""Tested divisors: whose rows a batch size divides that was found with `max(n for n in … if len(x) % n == 0)`.

Arrays are compared by what binds their names where they are counted and where they are fed: a parameter or a local
name that reads like a global one is another array, and so is a global one that is bound again in between.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from gpu2ipu.analysis.dataflow.bindings import Bindings, bindings_of
from gpu2ipu.analysis.dataflow.inlined_arguments import in_caller
from gpu2ipu.analysis.dataflow.same_value import same_value
from gpu2ipu.analysis.interpreter.facts import Frame, Stack
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, ancestors, function_of, statement_of
from gpu2ipu.analysis.values.arithmetic import keeps_divisors
from gpu2ipu.analysis.values.call_arguments import bound, passed_values
from gpu2ipu.records import record

_COUNTS = ("len", "row_count", "ipu_row_count")
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp)


@record
class _Read:
    """An expression, and the place where its names are read."""

    node: ast.expr
    place: ast.AST


def divides_others(script: Script, batch: ast.expr, arrays: list[ast.expr]) -> bool:
    """True if a batch size that divides some rows was found for those of other arrays, as far as can be determined."""
    place = facts_of(script).place(batch)
    here = _is_of_one(script, batch, arrays, place)
    function = next((n for n in ancestors(script, place) if isinstance(n, (Function, ast.Lambda))), None)
    stacks = [] if function is None or here else facts_of(script).everywhere.calls.get(function, [])
    full = [(*stack, Frame(function, batch)) for stack in stacks]
    return not all(_in_callers(script, batch, arrays, stack, here) for stack in full or [()])


def _in_callers(
    script: Script, batch: ast.expr, arrays: list[ast.expr], stack: Stack, here: bool | None
) -> bool:
    """True unless a batch size was found for other arrays, as these read in the functions that lead to a call."""
    whole, found = facts_of(script).everywhere.script, [here]
    for host in reversed(range(len(stack) - 1)):
        size, *rows = (in_caller(whole, node, stack, host) for node in (batch, *arrays))
        if size is None:
            break
        known = [node for node in rows if node is not None]
        found.append(_is_of_one(whole, size, known, stack[host].call))
    return True in found or False not in found


def _is_of_one(script: Script, batch: ast.expr, arrays: Iterable[ast.expr], place: ast.AST) -> bool | None:
    """True if the batch size divides the samples of an array, as both read at a place; None if unknown."""
    names = bindings_of(script)
    counted = list(_counted_for(script, _Read(batch, place)))
    fed = {_key(names, _Read(part, place)) for node in arrays for part in _forms(node)}
    return (
        any(_key(names, each) in fed and _is_kept(script, each, place) for each in counted)
        if counted
        else None
    )


def _is_kept(script: Script, counted: _Read, place: ast.AST) -> bool:
    """True unless an array gets another value between where it is counted and a place of the same function."""
    function = function_of(script, place)
    first, last = statement_of(script, counted.place), statement_of(script, place)
    if function_of(script, counted.place) is not function or first is last:
        return True
    return same_value(script, counted.node, function, first, last)


def _key(names: Bindings, read: _Read) -> tuple[str, tuple[frozenset[object], ...]]:
    """What an expression is compared by: its text, and what its names are bound to at its place."""
    used = [part for part in ast.walk(read.node) if isinstance(part, ast.Name)]
    return ast.unparse(read.node), tuple(frozenset(_bound_to(names, part.id, read.place)) for part in used)


def _bound_to(names: Bindings, name: str, place: ast.AST) -> Iterator[object]:
    """What a name may be bound to; the `self` of a method is the same one in all methods of a class."""
    for binding in names.reaching_at(name, place):
        function = names.bound(binding).scope
        outer = names.script.parents.get(function)
        is_first = isinstance(function, Function) and binding.node in function.args.args[:1]
        yield outer if is_first and isinstance(outer, ast.ClassDef) else binding


def _origin(names: Bindings, read: _Read) -> _Read:
    """What a name or an attribute stands for, where it can only have one value; anything else is itself."""
    seen: set[ast.expr] = set()
    while (value := _value(names, read)) is not None and value not in seen:
        seen.add(value)
        read = _Read(value, value)
    return read


def _value(names: Bindings, read: _Read) -> ast.expr | None:
    if isinstance(read.node, ast.Attribute):
        assigned = names.assigned(read.node)
        return assigned[0] if len(assigned) == 1 else None
    bindings = names.reaching_at(read.node.id, read.place) if isinstance(read.node, ast.Name) else ()
    return bindings[0].value if len(bindings) == 1 else None


def _counted_for(script: Script, batch: _Read) -> Iterator[_Read]:
    """The arrays whose rows were counted to find a batch size."""
    names = bindings_of(script)
    made = _origin(names, batch)
    for rows in _divided(made):
        yield from _counted(_origin(names, rows))
    yield from _counted_inside(script, made)


def _divided(made: _Read) -> Iterator[_Read]:
    """What is divided where a batch size is found: in a comprehension, or by a function that is given rows."""
    tests = [
        test.left.left
        for part in ast.walk(made.node)
        if isinstance(part, _COMPREHENSIONS) and keeps_divisors(part)
        for generator in part.generators
        for test in generator.ifs
        if isinstance(test, ast.Compare) and isinstance(test.left, ast.BinOp)
    ]
    if not tests and isinstance(made.node, ast.Call):
        tests = passed_values(made.node)
    yield from (_Read(test, _place(test, made)) for test in tests)


def _place(node: ast.expr, made: _Read) -> ast.AST:
    """Where a part of an expression is read: there, unless the expression was put together for another place."""
    return node if made.place is made.node else made.place


def _counted(rows: _Read) -> Iterator[_Read]:
    """The array of which `len(array)` or `array.shape[0]` counts the rows."""
    node = rows.node
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _COUNTS
    if isinstance(node, ast.Call) and is_call and node.args:
        yield _Read(node.args[0], rows.place)
    shape = node.value if isinstance(node, ast.Subscript) and ast.unparse(node.slice) == "0" else None
    if isinstance(shape, ast.Attribute) and shape.attr == "shape":
        yield _Read(shape.value, rows.place)


def _counted_inside(script: Script, made: _Read) -> Iterator[_Read]:
    """The arrays of which a function of the script that is called counts the rows itself."""
    call = made.node
    function = facts_of(script).value(call.func).definition if isinstance(call, ast.Call) else None
    if not isinstance(function, ast.FunctionDef) or not isinstance(call, ast.Call):
        return
    parameters = [parameter.arg for parameter in (*function.args.posonlyargs, *function.args.args)]
    given = bound(call, parameters)
    for part in ast.walk(function):
        for counted in _counted(_Read(part, part)) if isinstance(part, ast.expr) else ():
            name = counted.node.id if isinstance(counted.node, ast.Name) else ""
            is_given = bindings_of(script).is_parameter(name, part)
            if not is_given:
                yield counted
            elif name in given:
                yield _Read(given[name], _place(given[name], made))


def _forms(node: ast.expr) -> Iterator[ast.expr]:
    """How the rows of an array may be read: by what it is made from (`y` of `y.astype(…)`), by its first item."""
    yield ast.Subscript(node, ast.Constant(0), ast.Load())
    yield from (part for part in ast.walk(node) if isinstance(part, ast.expr))
