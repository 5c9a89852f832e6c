"""Expressions as divisors: local names say whose they are, so that equal divisors are equal variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script, children_of
from gpu2ipu.analysis.syntax.tree import Function, ancestors, parameter_names
from gpu2ipu.analysis.values.divisors import Divisor, ScopedExpression

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# a name with the line of its function, class or comprehension, 0 for the module; an attribute or an item of any object
Variable = tuple[str, int]


def divisor_of(script: Script, node: ast.expr) -> Divisor:
    """Return an expression as a divisor.

    The object that an attribute is read from says nothing of its own: `self.batch` is one in all methods.
    """
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name):
        line = _line_of_scope(script, node)
        return ScopedExpression(node.id, (line,) if line else ())
    parts = list(ast.walk(node))
    owners = {id(part.value) for part in parts if isinstance(part, ast.Attribute)}
    names = (part for part in parts if isinstance(part, ast.Name) and id(part) not in owners)
    lines = tuple(line for name in names if (line := _line_of_scope(script, name)))
    return ScopedExpression(ast.unparse(node), lines)


def divisor_of_object(script: Script, node: ast.expr) -> ScopedExpression | None:
    """Return an expression that reads attributes as a divisor inside its function, where an object is one; or None."""
    if not any(isinstance(part, ast.Attribute) for part in ast.walk(node)):
        return None
    function = next((outer for outer in ancestors(script, node) if isinstance(outer, _SCOPES)), None)
    return ScopedExpression(ast.unparse(node), (0 if function is None else function.lineno, -1))


def variables_in(script: Script, node: ast.expr) -> Iterator[Variable]:
    """Yield what gives an expression another value when it is set."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id, _line_of_scope(script, part)
            # where the names of classes and comprehensions are set
            yield part.id, _line_of_function(script, part)
        elif isinstance(part, (ast.Attribute, ast.Subscript)):
            yield part_of_object(part), 0


def part_of_object(node: ast.Attribute | ast.Subscript) -> str:
    """Return an attribute or an item without its object, which may have several names."""
    return f".{node.attr}" if isinstance(node, ast.Attribute) else f"[{ast.unparse(node.slice)}]"


def _line_of_scope(script: Script, name: ast.Name) -> int:
    """The line of the function, class or comprehension that a name is local to; 0 for any other name."""
    inner: ast.AST = name
    first: ast.AST | None = None  # of a comprehension, if the name is in what this one iterates over
    sees_class = True  # which a function in it does not
    for outer in ancestors(script, name):
        if isinstance(outer, ast.comprehension):
            first = outer if inner is outer.iter else None
        elif isinstance(outer, _COMPREHENSIONS) and first is not outer.generators[0]:
            if name.id in _targets(script, outer):
                return outer.lineno
            sees_class = False
        elif isinstance(outer, _SCOPES) or (isinstance(outer, ast.ClassDef) and sees_class):
            if name.id in _local_names(script, outer):
                return outer.lineno
            sees_class = sees_class and isinstance(outer, ast.ClassDef)
        inner = outer
    return 0


@once
def _targets(
    script: Script, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
) -> frozenset[str]:
    targets = (part for each in node.generators for part in ast.walk(each.target))
    return frozenset(part.id for part in targets if isinstance(part, ast.Name))


def _line_of_function(script: Script, name: ast.Name) -> int:
    """The line of the function that a name is local to; 0 for a name of a module, and for a builtin."""
    for outer in ancestors(script, name):
        if isinstance(outer, _SCOPES) and name.id in _local_names(script, outer):
            return outer.lineno
    return 0


@once
def _local_names(script: Script, scope: Function | ast.Lambda | ast.ClassDef) -> frozenset[str]:
    names, shared = set[str](), set[str]()
    if not isinstance(scope, ast.ClassDef):
        names |= set(parameter_names(scope))
    pending: list[ast.AST] = [] if isinstance(scope, ast.Lambda) else list(scope.body)
    while pending:
        node = pending.pop()
        match node:
            case ast.Global(names=others) | ast.Nonlocal(names=others):
                shared |= set(others)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
                continue
            case ast.Lambda():
                continue
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.ExceptHandler(name=str(name)):
                names.add(name)
            case ast.alias():
                names.add((node.asname or node.name).partition(".")[0])
        pending += children_of(node)
    return frozenset(names - shared)
