"""Name resolution: the variables that the places of one name in one file belong to, by the scopes of Python."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import field

from gpu2ipu.analysis.dataflow.binding import Binding, binding_of, names_bound_by
from gpu2ipu.analysis.dataflow.reaching import moment
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, ancestors
from gpu2ipu.records import record

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

# The module, function, lambda, class or comprehension that a name belongs to; for type parameters the first of them.
Scope = ast.AST


@record(eq=False)
class Variable:
    """A name of a scope, with the places that bind and read it in the order of the text.

    Without bindings it is a builtin, or comes from `import *`.
    """

    name: str
    scope: Scope
    bindings: list[Binding] = field(default_factory=list)
    reads: list[ast.Name] = field(default_factory=list)


class ResolvedName:
    """One name of a file: its variables, by the scopes that they belong to and by the nodes that bind or read them."""

    def __init__(self, script: Script, name: str, nodes: Iterable[ast.AST]) -> None:
        """Sort the nodes that bind, read or declare a name into its variables."""
        self.name = name
        self.script = script
        self.variables: dict[Scope, Variable] = {}
        self.by_node: dict[ast.AST, Variable] = {}
        self._declared: dict[Scope, ast.Global | ast.Nonlocal] = {}
        found = sorted(nodes, key=lambda node: (getattr(node, "lineno", 1), getattr(node, "col_offset", 0)))
        for node in found:
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                self._declared[next(scopes_around(script, node))] = node
        binders = [node for node in found if name in names_bound_by(node)]
        free = [node for node in binders if not self._is_nonlocal(node)]
        for node in (*free, *(node for node in binders if self._is_nonlocal(node))):
            self._bind(node)
        for variable in self.variables.values():
            variable.bindings.sort(key=lambda each: each.start)
        for node in found:
            if isinstance(node, ast.Name) and _reads(script, node):
                self._read(node)

    def _is_nonlocal(self, node: ast.AST) -> bool:
        return isinstance(self._declared.get(home_of(self.script, node)), ast.Nonlocal)

    def _bind(self, node: ast.AST) -> None:
        scopes = list(scopes_around(self.script, node))
        home = home_of(self.script, node)
        declared = self._declared.get(home)
        if isinstance(declared, ast.Global):
            home = scopes[-1]
        elif isinstance(declared, ast.Nonlocal):
            outer = (scope for scope in scopes[scopes.index(home) + 1 :] if isinstance(scope, Function))
            home = next((scope for scope in outer if scope in self.variables), home)
        variable = self.variables.setdefault(home, Variable(self.name, home))
        variable.bindings.append(binding_of(node, self.name, self.script.parents))
        self.by_node[node] = variable

    def _read(self, node: ast.Name) -> None:
        variable = self.seen_from(node)
        if variable is None:
            module = list(scopes_around(self.script, node))[-1]
            variable = self.variables.setdefault(module, Variable(self.name, module))
        variable.reads.append(node)
        self.by_node[node] = variable

    def seen_from(self, place: ast.AST) -> Variable | None:
        """Return the variable of the name at a place; None where nothing in the file binds it or reads it there."""
        scopes = list(scopes_around(self.script, place))
        for number, scope in enumerate(scopes):
            if isinstance(self._declared.get(scope), ast.Global):
                return self.variables.get(scopes[-1])
            variable = self.variables.get(scope)
            if variable is None or (
                isinstance(scope, ast.ClassDef) and not self._is_seen(variable, number, place)
            ):
                continue
            return variable
        return None

    def _is_seen(self, variable: Variable, distance: int, place: ast.AST) -> bool:
        """True if a place sees a name of a class: directly in its body, behind the first binding."""
        line = (getattr(place, "lineno", 1), getattr(place, "col_offset", 0))
        return distance == 0 and any(moment(self.script, each) <= line for each in variable.bindings)


def home_of(script: Script, node: ast.AST) -> Scope:
    """Return the scope of a node that binds a name, before `global` and `nonlocal` count."""
    scopes = scopes_around(script, node)
    parent = script.parents.get(node)
    if isinstance(parent, ast.NamedExpr) and parent.target is node:
        return next(scope for scope in scopes if not isinstance(scope, COMPREHENSIONS))
    return next(scopes)


def _reads(script: Script, node: ast.Name) -> bool:
    is_load = isinstance(node.ctx, ast.Load)
    return is_load or isinstance(script.parents.get(node), ast.AugAssign)


def scopes_around(script: Script, node: ast.AST) -> Iterator[Scope]:
    """Yield the scopes around a node, from the inside out; defaults and decorators are outside of their function."""
    below, inner = node, node
    for outer in ancestors(script, node):
        if _is_inside(outer, inner, below, node):
            yield outer
        parameters = getattr(outer, "type_params", ())
        if parameters and not _is_outside_of_type_parameters(outer, inner, below):
            yield parameters[0]
        below, inner = inner, outer


def _is_inside(outer: ast.AST, inner: ast.AST, below: ast.AST, node: ast.AST) -> bool:
    """True if `outer` is the scope of a node that is in its child `inner`, and in the child of that, `below`."""
    if isinstance(outer, ast.Module):
        return True
    if isinstance(outer, (Function, ast.Lambda, ast.ClassDef)):
        if isinstance(inner, ast.arguments):
            return isinstance(node, ast.arg) and below is node
        return isinstance(inner, ast.stmt) or inner is outer.body
    if isinstance(outer, COMPREHENSIONS):
        first = outer.generators[0]
        return not (inner is first and below is first.iter)
    return False


def _is_outside_of_type_parameters(outer: ast.AST, inner: ast.AST, below: ast.AST) -> bool:
    """True in decorators and defaults; annotations, bases and the body see the type parameters (PEP 695)."""
    is_default = isinstance(inner, ast.arguments) and below in (*inner.defaults, *inner.kw_defaults)
    return is_default or inner in getattr(outer, "decorator_list", ())
