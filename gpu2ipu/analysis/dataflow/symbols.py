"""Symbols: the parts of an expanded expression that nothing more is known of.

Two symbols with one `id` stand for one value: names are resolved in the function that they belong to, so that equal
names of two functions are two symbols.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.name_resolution import Scope
from gpu2ipu.analysis.dataflow.quantity import called
from gpu2ipu.analysis.dataflow.same_value import is_pure, names_in, same_value
from gpu2ipu.analysis.dataflow.substitution import Substitution
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import function_of, statement_of


class Symbol(ast.Name):
    """A part of an expanded expression that nothing more is known of; `origin` is how the script writes it."""

    origin: ast.expr
    number: int | None = None  # where every way through the script gives it


def number_of(node: ast.expr) -> int | None:
    """Return the number that an expanded expression is, where that is known."""
    if isinstance(node, Symbol):
        return node.number
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def as_written(node: ast.expr) -> ast.expr:
    """Return an expanded expression in the words of the script."""
    return _Originals().of(node)


class _Originals(Substitution):
    def visit_Symbol(self, node: Symbol) -> ast.expr:
        return node.origin


def can_be_read_at(script: Script, node: ast.expr, call: ast.expr) -> bool:
    """True if an expanded expression, as it is written, has the same value at a call."""
    symbols = (part for part in ast.walk(node) if isinstance(part, Symbol))
    return all(is_read_alike(script, symbol.origin, call) for symbol in symbols)


def is_read_alike(script: Script, node: ast.expr, call: ast.expr) -> bool:
    """True if an expression of the script can be read at a call, and has the same value there."""
    here, there = function_of(script, call), function_of(script, node)
    inside = {id(part) for part in ast.walk(call)}
    if not is_pure(node) or not names_in(node) or all(id(part) in inside for part in _names(node)):
        return is_pure(node)
    first = next(_names(node))
    if here is there:
        return same_value(script, node, here, statement_of(script, first), statement_of(script, call))
    file = script.file_of(call)
    if there is not None or script.file_of(first) is not file:
        return False
    bindings = bindings_of(script)
    variables = [(bindings.variable(part), bindings.visible(part.id, call)) for part in _names(node)]
    return all(own is seen and (own is None or len(own.bindings) < 2) for own, seen in variables)


def _names(node: ast.expr) -> Iterator[ast.Name]:
    return (part for part in ast.walk(node) if isinstance(part, ast.Name) and hasattr(part, "lineno"))


def is_unwritable(node: ast.expr) -> bool:
    """True if an expansion has a part that may not be written a second time."""
    return any(isinstance(part, Symbol) and not is_pure(part.origin) for part in ast.walk(node))


def length_of(node: ast.expr) -> ast.Call:
    """`len(node)`."""
    return ast.copy_location(called("len", node), node)


def scope_of(script: Script, node: ast.Name) -> Scope | None:
    """Return the module, function, class … that a name belongs to; None for builtins and for new names."""
    variable = bindings_of(script).variable(node)
    return variable.scope if variable is not None and variable.bindings else None


@once
def identity_of(script: Script, node: ast.expr) -> str:
    """Return what two expressions have in common that read one value; `len(x)` and `x.shape[0]` do."""
    node, marks = _counting(node), list[str]()
    for part in ast.walk(node):
        variable = bindings_of(script).variable(part) if isinstance(part, ast.Name) else None
        if isinstance(part, ast.Name) and part.id != "len":
            bound = variable.bindings if variable is not None else []
            last = max((each.line for each in bound if each.line < getattr(part, "lineno", 0)), default=0)
            marks.append(f"{id(variable.scope) if variable is not None else 0}.{last}")
    text = ast.unparse(node) if is_pure(node) else f"{ast.unparse(node)}#{id(node)}"
    return f"{text}@{','.join(marks)}"


def _counting(node: ast.expr) -> ast.expr:
    match node:
        case ast.Subscript(value=ast.Attribute(value=rows, attr="shape"), slice=ast.Constant(value=0)):
            return length_of(rows)
    return node
