"""Bindings: who binds a name, who reads it, whether a binding reaches a place, which names statements leave free.

Names are resolved as Python does, by where they are bound: in modules, functions, lambdas, classes (whose names the
functions inside do not see) and comprehensions, with `global` and `nonlocal`. What `exec` or `globals()` binds is
unknown. A file's names are listed in one pass over its tree once somebody asks; a name is resolved when asked for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from gpu2ipu.analysis.dataflow.binding import Binding, How, names_bound_by
from gpu2ipu.analysis.dataflow.name_resolution import (
    COMPREHENSIONS,
    ResolvedName,
    Scope,
    Variable,
    home_of,
    scopes_around,
)
from gpu2ipu.analysis.dataflow.reaching import RunOrder, in_order, is_certain, moment, reaching
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import FileOfScript, Script
from gpu2ipu.analysis.syntax.tree import Function, function_of

_APART = (ast.ClassDef, ast.Lambda, *COMPREHENSIONS)  # scopes that are no function and no module


@once
def bindings_of(script: Script) -> Bindings:
    """Return the bindings of a script, those of its whole program for one of several files."""
    if isinstance(script, FileOfScript) and script.program is not None:
        return bindings_of(script.program)
    return Bindings(script)


class Bindings:
    """The names of a script, and of all files that it is made of."""

    def __init__(self, script: Script) -> None:
        """Read nothing yet."""
        self.script = script
        self._files = {file.tree: file for file in script.files}
        self._listed: dict[Script, dict[str, list[ast.AST]]] = {}
        self._resolved: dict[tuple[Script, str], ResolvedName] = {}
        self._orders: dict[Variable, RunOrder] = {}
        self._reached: dict[tuple[Variable, ast.AST], frozenset[ast.AST]] = {}
        self._made: dict[ResolvedName, dict[ast.AST | None, list[Binding]]] = {}

    # --- variables

    def variable(self, node: ast.AST) -> Variable | None:
        """Return the variable that a name reads or binds, or another node binds; None where there is none."""
        name = node.id if isinstance(node, ast.Name) else next(names_bound_by(node), None)
        return None if name is None else self._name(node, name).by_node.get(node)

    def variables(self, file: Script) -> Iterator[Variable]:
        """All variables of a file."""
        for name in self._list(file):
            yield from self._name(file.tree, name).variables.values()

    def visible(self, name: str, place: ast.AST) -> Variable | None:
        """Return the variable that a name would read at a place; None for a builtin, and for what `import *` binds."""
        variable = self._name(place, name).seen_from(place)
        return variable if variable is not None and variable.bindings else None

    def bound(self, binding: Binding) -> Variable:
        """Return the variable that a binding binds."""
        return self._name(binding.node, binding.name).by_node[binding.node]

    def own(self, scope: Scope, name: str) -> Variable | None:
        """Return the variable of a name that belongs to a scope itself."""
        return self._name(scope, name).variables.get(scope)

    def names(self, file: Script) -> Iterable[str]:
        """Return the names that a file binds or reads anywhere."""
        return self._list(file).keys()

    # --- who binds a name, who reads it

    def of(self, name: ast.Name) -> Sequence[Binding]:
        """Return the bindings of the variable that a name reads or binds; none of a builtin."""
        variable = self.variable(name)
        return () if variable is None else variable.bindings

    def reads(self, binding: Binding) -> Sequence[ast.Name]:
        """Return the names that read the variable of a binding, in its own function and in others."""
        return self.bound(binding).reads

    def made_in(self, home: Function | ast.Module, name: str) -> list[Binding]:
        """Return the bindings of a name that the code of a function or of a module makes, parameters left out."""
        resolved = self._name(home, name)
        if resolved not in self._made:
            made = self._made[resolved] = {}
            for variable in resolved.variables.values():
                for each in variable.bindings if not isinstance(variable.scope, _APART) else ():
                    if each.how is not How.PARAMETER:
                        made.setdefault(function_of(self.script, each.node), []).append(each)
        return self._made[resolved].get(home if isinstance(home, Function) else None, [])

    def made_for_others(self, file: Script) -> Iterator[Binding]:
        """Yield the bindings that functions of a file make of names around them, by `global` and `nonlocal`."""
        for name, nodes in self._list(file).items():
            if any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in nodes):
                for one in self._name(file.tree, name).variables.values():
                    yield from (b for b in one.bindings if home_of(self.script, b.node) is not one.scope)

    def is_parameter(self, name: str, place: ast.AST) -> bool:
        """True if a name is a parameter, of a function or a lambda around a place."""
        variable = self.visible(name, place)
        return variable is not None and any(each.how is How.PARAMETER for each in variable.bindings)

    def is_inside_expression(self, name: str, place: ast.AST) -> bool:
        """True if a name belongs to a lambda or a comprehension around a place."""
        variable = self.visible(name, place)
        return variable is not None and isinstance(variable.scope, (ast.Lambda, *COMPREHENSIONS))

    def is_bound_in_header(self, name: str, statement: ast.stmt) -> bool:
        """True if a lambda or a comprehension of a statement, nested statements left out, binds a name."""
        pending: list[ast.AST] = [statement]
        while pending:
            node = pending.pop()
            variable = self.own(node, name) if isinstance(node, (ast.Lambda, *COMPREHENSIONS)) else None
            if variable is not None and variable.bindings:
                return True
            pending += (each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.stmt))
        return False

    def assigned(self, node: ast.expr) -> list[ast.expr]:
        """Return what is assigned to a name, or to an attribute or item that reads like one, wherever in the script."""
        if isinstance(node, ast.Name):
            variable = self.variable(node) or self.own(self.script.file_of(node).tree, node.id)
            bindings = () if variable is None else variable.bindings
            return [each.value for each in bindings if each.value is not None]
        text = ast.unparse(node)
        statements = (each for each in self.script.nodes if isinstance(each, ast.Assign))
        return [
            each.value
            for each in statements
            for target in each.targets
            if type(target) is type(node) and ast.unparse(target) == text
        ]

    def value(self, name: ast.Name) -> ast.expr | None:
        """Return the only expression that a name is ever bound to, if it reads the same at the place of the name."""
        found = [each for each in self.of(name) if each.how is not How.DECLARED]
        value = found[0].value if len(found) == 1 else None
        if value is None:
            return None
        parts = (part for part in ast.walk(value) if isinstance(part, ast.Name))
        return value if all(self._is_seen(part, name) for part in parts) else None

    def _is_seen(self, part: ast.Name, place: ast.Name) -> bool:
        """True if a part of an expression reads the same variable at a place, or one of the expression itself."""
        variable = self.variable(part)
        if variable is None or isinstance(variable.scope, (ast.Lambda, *COMPREHENSIONS)):
            return True
        return self.visible(part.id, place) is (variable if variable.bindings else None)

    # --- what reaches where

    def reaches(self, binding: Binding, place: ast.AST) -> bool:
        """True if the name of a binding may have the value of that binding at a place."""
        variable = self.bound(binding)
        if self._name(place, binding.name).seen_from(place) is not variable:
            return False
        return binding.node in self._reaching(variable, place)

    def reaching(self, name: ast.Name) -> list[Binding]:
        """Return the bindings that may have given a name its value."""
        return [each for each in self.of(name) if self.reaches(each, name)]

    def reaching_at(self, name: str, place: ast.AST) -> list[Binding]:
        """Return the bindings that may give a name its value at a place, whether it is read there or not."""
        variable = self.visible(name, place)
        if variable is None:
            return []
        found = self._reaching(variable, place)
        return [each for each in variable.bindings if each.node in found]

    def _reaching(self, variable: Variable, place: ast.AST) -> frozenset[ast.AST]:
        """The nodes of the bindings that may give a variable its value at a place."""
        if (variable, place) not in self._reached:
            if variable not in self._orders:
                self._orders[variable] = in_order(self.script, variable.bindings)
            found = reaching(self.script, self._orders[variable], place)
            self._reached[variable, place] = frozenset(each.node for each in found)
        return self._reached[variable, place]

    def free(self, statements: Iterable[ast.AST]) -> list[str]:
        """Return the names that statements read from outside, builtins among them, in the order of the text."""
        return list(dict.fromkeys(node.id for node in self.free_reads(statements)))

    def free_reads(self, statements: Iterable[ast.AST]) -> list[ast.Name]:
        """Return the places where statements read names from outside."""
        inside = {node for statement in statements for node in ast.walk(statement)}
        names = [node for node in inside if isinstance(node, ast.Name) and self._is_free(node, inside)]
        return sorted(names, key=_place)

    def _is_free(self, name: ast.Name, inside: set[ast.AST]) -> bool:
        variable = self.variable(name)
        if variable is None or variable.scope in inside or name not in variable.reads:
            return False
        own = [each for each in variable.bindings if each.node in inside]
        above = [each for each in own if moment(self.script, each) <= _place(name)]
        if any(is_certain(self.script, each, name) for each in above):
            return False
        others = [each for each in variable.bindings if each.node not in inside]
        if others or not own:
            return not others or any(self.reaches(each, name) for each in others)
        return not above and not any(scope in inside for scope in scopes_around(self.script, name))

    def bound_in(self, statements: Iterable[ast.AST]) -> list[str]:
        """Return the names that statements bind around them, those of functions and comprehensions inside left out."""
        return list(dict.fromkeys(variable.name for variable in self.bound_around(statements)))

    def bound_around(self, statements: Iterable[ast.AST]) -> list[Variable]:
        """Return the variables of the scope around that statements bind, in the order of the text."""
        inside = {node for statement in statements for node in ast.walk(statement)}
        return [variable for variable in self._bound(inside) if variable.scope not in inside]

    def bound_inside(self, statement: ast.AST) -> list[Variable]:
        """Return the variables that a statement binds, those of functions and comprehensions inside among them."""
        return list(self._bound(ast.walk(statement)))

    def _bound(self, nodes: Iterable[ast.AST]) -> Iterator[Variable]:
        binders = (node for node in nodes if next(names_bound_by(node), None) is not None)
        found = (self.variable(node) for node in sorted(binders, key=_place))
        yield from dict.fromkeys(variable for variable in found if variable is not None)

    # --- the names of a file

    def _name(self, near: ast.AST, name: str) -> ResolvedName:
        """A name of the file of a node, resolved once."""
        file = self._files[near] if isinstance(near, ast.Module) else self.script.file_of(near)
        found = self._resolved.get((file, name))
        if found is None:
            found = ResolvedName(self.script, name, self._list(file).get(name, ()))
            self._resolved[file, name] = found
        return found

    def _list(self, file: Script) -> dict[str, list[ast.AST]]:
        """The nodes of a file that bind, read or declare names, by name."""
        if file not in self._listed:
            listed: dict[str, list[ast.AST]] = {}
            for name, node in _names_in(file):
                listed.setdefault(name, []).append(node)
            self._listed[file] = listed
        return self._listed[file]


def _names_in(file: Script) -> Iterator[tuple[str, ast.AST]]:
    for node in file.nodes:
        if isinstance(node, ast.Name):
            yield node.id, node
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            yield from ((name, node) for name in node.names)
        else:
            yield from ((name, node) for name in names_bound_by(node))


def _place(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
