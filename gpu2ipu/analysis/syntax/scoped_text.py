"""The text of an expression in which local names say whose they are, so that equal texts are equal variables."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, ancestors, bound_names, parameter_names


def scoped_text(script: Script, node: ast.expr) -> str:
    """The text of an expression; behind it, for each local name that it reads, the line of the name's function.

    The object that an attribute is read from says nothing of its own: `self.batch` is one in all methods.
    """
    text = node.id if isinstance(node, ast.Name) else ast.unparse(node)
    owners = {id(part.value) for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    names = (part for part in ast.walk(node) if isinstance(part, ast.Name) and id(part) not in owners)
    lines = [line for name in names if (line := _line_of_function(script, name))]
    return f"{text}@{','.join(map(str, lines))}" if lines else text


def _line_of_function(script: Script, name: ast.Name) -> int:
    """The line of the function that a name is local to; 0 for a name of a module, and for a builtin."""
    for outer in ancestors(script, name):
        if isinstance(outer, (Function, ast.Lambda)) and name.id in _local_names(script, outer):
            return outer.lineno
    return 0


@once
def _local_names(script: Script, function: Function | ast.Lambda) -> frozenset[str]:
    names = set(parameter_names(function))
    if isinstance(function, Function):
        names |= {name for statement in function.body for name in bound_names(statement)}
        shared = (node for node in ast.walk(function) if isinstance(node, (ast.Global, ast.Nonlocal)))
        names -= {name for node in shared for name in node.names}
    return frozenset(names)
