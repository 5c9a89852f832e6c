"""The statements of a text: the units that each is made of, and the names that it binds and uses."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from gpu2ipu.analysis.dataflow.binding import default_of
from gpu2ipu.analysis.syntax.qualified_names import bindings
from gpu2ipu.analysis.syntax.script import children_of
from gpu2ipu.analysis.syntax.tree import blocks, first_line
from gpu2ipu.records import record
from gpu2ipu.review.units import TextUnit

# the functions and classes around it, and the name; an attribute begins with a dot
Name = tuple[tuple[str, ...], str]
EVERYTHING = "*"  # what `from x import *` binds
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@record
class Statement:
    """A statement; of a compound one the names are those of its own lines, not of the statements in it."""

    units: range
    own: tuple[int, ...]  # units of code that are in no statement within it
    is_compound: bool
    defines: bool  # it does nothing but bind names
    code: str  # what its own lines say, however they are written
    binds: dict[Name, str]  # with what tells one binding of a name from another
    imports: frozenset[Name]
    uses: frozenset[Name]

    def is_call_of(self, names: Collection[Name]) -> bool:
        """True if it is an expression that uses none but these names, and attributes."""
        own = {name for name in self.uses if not name[1].startswith(".")}
        return self.code.startswith("Expr ") and own.issubset(names)


def statements_of(tree: ast.Module, units: Sequence[TextUnit]) -> list[Statement]:
    """Return all statements of a text, outer ones first."""
    unit_of = [number for number, unit in enumerate(units) for _ in range(unit.start, unit.end)]
    shared = {
        name for node in ast.walk(tree) if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names
    }

    def all_of(body: Sequence[ast.stmt], scope: tuple[str, ...]) -> Iterator[Statement]:
        for node in body:
            yield _statement(node, units, unit_of, _Names(node, scope, shared))
            inner = (*scope, node.name) if isinstance(node, _DEFINITIONS) else scope
            yield from all_of(_children(node), inner)

    return list(all_of(tree.body, ()))


def _statement(node: ast.stmt, units: Sequence[TextUnit], unit_of: Sequence[int], names: _Names) -> Statement:
    extent = _extent(node, unit_of)
    inner = {unit for child in _children(node) for unit in _extent(child, unit_of)}
    own = tuple(unit for unit in extent if units[unit].is_code and unit not in inner)
    return Statement(
        extent,
        own or (extent[0],),  # `if x: y` in one line
        bool(inner),
        isinstance(node, (*_DEFINITIONS, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)),
        f"{type(node).__name__} {getattr(node, 'name', '')} {' '.join(map(ast.dump, _own_parts(node)))}",
        names.binds,
        frozenset(names.binds) if isinstance(node, (ast.Import, ast.ImportFrom)) else frozenset(),
        frozenset(names.uses),
    )


def _extent(node: ast.stmt, unit_of: Sequence[int]) -> range:
    assert node.end_lineno is not None
    return range(unit_of[first_line(node) - 1], unit_of[node.end_lineno - 1] + 1)


def _children(node: ast.stmt) -> list[ast.stmt]:
    return [child for block in blocks(node) for child in block]


def _own_parts(node: ast.stmt) -> list[ast.AST]:
    """What a statement is made of, without the statements in it."""
    found, pending = list[ast.AST](), children_of(node)
    while pending:
        part = pending.pop(0)
        if isinstance(part, ast.ExceptHandler | ast.match_case):
            pending = [*children_of(part), *pending]
        elif not isinstance(part, ast.stmt):
            found.append(part)
    return found


class _Names:
    """The names of a statement's own lines."""

    def __init__(self, node: ast.stmt, scope: tuple[str, ...], shared: set[str]) -> None:
        self.binds: dict[Name, str] = {}
        self.uses: set[Name] = set()
        self._scope, self._shared = scope, shared
        self._code = "" if _children(node) else ast.dump(node)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for name, written in bindings(node):
                self._bind(name, written)
            return
        parts = _own_parts(node)
        self._code = self._code or " ".join(map(ast.dump, parts))
        if isinstance(node, _DEFINITIONS):
            self._bind(node.name, self._code)
            self._bind(f".{node.name}", self._code)  # how methods are called
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self._bind_parameters(node)
        for handler in getattr(node, "handlers", ()):
            if handler.name:
                self._bind(handler.name, self._code)
        nodes = [each for part in parts for each in ast.walk(part)]
        local = {
            id(name)
            for each in nodes
            if isinstance(each, ast.comprehension)
            for name in ast.walk(each.target)
        }
        for each in nodes:
            if id(each) not in local:
                self._look_at(each)
        if isinstance(node, ast.AugAssign):
            self.uses |= self.binds.keys()

    def _look_at(self, node: ast.AST) -> None:
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                self._bind(name, self._code)
            case ast.Name(id=name):
                self.uses.add(self._named(name))
            case ast.Attribute(attr=name, ctx=ast.Store()):
                self._bind(f".{name}", self._code)
            case ast.Attribute(attr=name):
                self.uses.add(self._named(f".{name}"))
            case (
                ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name))
            ):
                self._bind(name, self._code)

    def _bind_parameters(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        arguments, inner = node.args, (*self._scope, node.name)
        for parameter in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            default = default_of(parameter, arguments)
            self._bind(parameter.arg, f"parameter {default and ast.dump(default)}", inner)
        for rest in filter(None, (arguments.vararg, arguments.kwarg)):
            self._bind(rest.arg, "parameter", inner)

    def _bind(self, name: str, code: str, scope: tuple[str, ...] | None = None) -> None:
        self.binds[self._named(name, scope)] = code

    def _named(self, name: str, scope: tuple[str, ...] | None = None) -> Name:
        if name in self._shared or name.startswith("."):
            return (), name
        return (self._scope if scope is None else scope), name


def reaches(binding: Name, use: Name) -> bool:
    """True if a name that is bound somewhere may be the one that is used elsewhere."""
    (outer, bound), (scope, used) = binding, use
    is_within = scope[: len(outer)] == outer
    return is_within and bound in (used, EVERYTHING)
