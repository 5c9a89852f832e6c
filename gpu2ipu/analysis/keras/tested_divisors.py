"""Divisors: whose rows a batch size divides that was found by testing, `max(n for n in … if len(x) % n == 0)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import only_value
from gpu2ipu.analysis.values.arithmetic import keeps_divisors
from gpu2ipu.analysis.values.call_arguments import bound

_COUNTS = ("len", "row_count", "ipu_row_count")
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp)


def divides_others(script: Script, batch: ast.expr, arrays: list[ast.expr]) -> bool:
    """Whether a batch size that divides some rows was found for those of other arrays, as far as can be seen."""
    counted = {text for rows in _divided(script, batch) for text in _counted(_origin(script, rows))}
    counted |= set(_counted_inside(script, _origin(script, batch)))
    return bool(counted) and counted.isdisjoint(text for node in arrays for text in _texts(node))


def _divided(script: Script, batch: ast.expr) -> Iterator[ast.expr]:
    """What is divided where a batch size is found: in a comprehension, or by a function that is given rows."""
    made = _origin(script, batch)
    tests = [
        test.left.left
        for part in ast.walk(made)
        if isinstance(part, _COMPREHENSIONS) and keeps_divisors(part)
        for generator in part.generators
        for test in generator.ifs
        if isinstance(test, ast.Compare) and isinstance(test.left, ast.BinOp)
    ]
    yield from tests
    if not tests and isinstance(made, ast.Call):
        yield from made.args


def _origin(script: Script, node: ast.expr) -> ast.expr:
    """What a name stands for, where its function gives it one value only; anything else is itself."""
    value = only_value(script, node) if isinstance(node, ast.Name) else None
    return node if value is None else value


def _counted(node: ast.expr) -> Iterator[str]:
    """The array of which `len(array)` or `array.shape[0]` counts the rows."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in _COUNTS
        and node.args
    ):
        yield ast.unparse(node.args[0])
    shape = node.value if isinstance(node, ast.Subscript) and ast.unparse(node.slice) == "0" else None
    if isinstance(shape, ast.Attribute) and shape.attr == "shape":
        yield ast.unparse(shape.value)


def _counted_inside(script: Script, made: ast.expr) -> Iterator[str]:
    """The arrays of which a function of the script that is called counts the rows itself."""
    function = facts_of(script).value(made.func).definition if isinstance(made, ast.Call) else None
    if not isinstance(function, ast.FunctionDef) or not isinstance(made, ast.Call):
        return
    names = [parameter.arg for parameter in (*function.args.posonlyargs, *function.args.args)]
    given = bound(made, names)
    counted = {text for part in ast.walk(function) if isinstance(part, ast.expr) for text in _counted(part)}
    yield from (ast.unparse(argument) for name, argument in given.items() if name in counted)


def _texts(node: ast.expr) -> Iterator[str]:
    """How the rows of an array may be read: by what it is made from (`y` of `y.astype(…)`), by its first item."""
    yield f"{ast.unparse(node)}[0]"
    yield from (ast.unparse(part) for part in ast.walk(node) if isinstance(part, ast.expr))
