"""Binding: one place of a script that binds a name, and what the name is bound to there."""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator, Mapping

from gpu2ipu.records import record

_TYPE_PARAMETERS = ("TypeVar", "ParamSpec", "TypeVarTuple")  # `ast` has them since Python 3.12
_LOOPS = (ast.For, ast.AsyncFor, ast.comprehension)


class How(enum.Enum):
    """The syntax that binds a name."""

    ASSIGNED = "assigned"  # `x = value`, `x: T = value`, `(x := value)`, `x, y = value, other`
    UNPACKED = "unpacked"  # `x, y = values`
    AUGMENTED = "augmented"  # `x += value`
    ITERATED = "iterated"  # `for x in values`, in a comprehension too
    ENTERED = "entered"  # `with value as x`
    CAUGHT = "caught"  # `except Error as x`
    MATCHED = "matched"  # `case [x, *y]`
    IMPORTED = "imported"
    DEFINED = "defined"  # `def x`, `class x`
    PARAMETER = "parameter"
    TYPE_PARAMETER = "type parameter"  # `def f[x]()`
    DECLARED = "declared"  # `x: T`, which makes a name local and gives it no value
    DELETED = "deleted"


@record(eq=False)
class Binding:
    """A name that is bound by a node: a name that is stored, a parameter, an import's alias, a definition …"""

    name: str
    node: ast.AST
    how: How
    # what is assigned, unpacked, iterated over or entered; of a parameter its default
    source: ast.expr | None = None
    index: int | None = None  # the position in what is unpacked, where that is certain

    @property
    def value(self) -> ast.expr | None:
        """The expression that the name stands for, None where there is none."""
        return self.source if self.how is How.ASSIGNED else None

    @property
    def origin(self) -> ast.expr | None:
        """The expression that the name stands for, or of whose items it is one each."""
        is_item = self.how is How.ITERATED and self.index is None and isinstance(self.node, ast.Name)
        return self.source if self.how is How.ASSIGNED or is_item else None

    @property
    def line(self) -> int:
        """The line of the node."""
        return int(getattr(self.node, "lineno", 1))

    @property
    def start(self) -> tuple[int, int]:
        """The line and the column where the node begins."""
        return self.line, int(getattr(self.node, "col_offset", 0))


def names_bound_by(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node by itself binds, its children left out."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).split(".")[0]
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        if node.name:
            yield node.name
    elif isinstance(node, ast.MatchMapping):
        if node.rest:
            yield node.rest
    elif type(node).__name__ in _TYPE_PARAMETERS:
        yield node.name  # type: ignore[attr-defined]


def binding_of(node: ast.AST, name: str, parents: Mapping[ast.AST, ast.AST]) -> Binding:
    """Return the binding of a node that binds a name."""
    if isinstance(node, ast.Name):
        return _stored(node, parents)
    if isinstance(node, ast.arg):
        return Binding(name, node, How.PARAMETER, default_of(node, parents[node]))
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return Binding(name, node, How.DEFINED)
    if isinstance(node, ast.alias):
        return Binding(name, node, How.IMPORTED)
    if isinstance(node, ast.ExceptHandler):
        return Binding(name, node, How.CAUGHT)
    if isinstance(node, ast.pattern):
        return Binding(name, node, How.MATCHED)
    return Binding(name, node, How.TYPE_PARAMETER)


def default_of(parameter: ast.arg, arguments: ast.AST) -> ast.expr | None:
    """Return the default of a parameter."""
    assert isinstance(arguments, ast.arguments)
    positional = [*arguments.posonlyargs, *arguments.args]
    for each, default in zip(reversed(positional), reversed(arguments.defaults)):
        if each is parameter:
            return default
    return next((d for p, d in zip(arguments.kwonlyargs, arguments.kw_defaults) if p is parameter), None)


def _stored(node: ast.Name, parents: Mapping[ast.AST, ast.AST]) -> Binding:
    """The binding of a name that is stored or deleted, maybe as a part of a tuple."""
    if isinstance(node.ctx, ast.Del):
        return Binding(node.id, node, How.DELETED)
    inner: ast.AST = node
    path: list[ast.AST] = []  # from the name to the whole target, both included
    while isinstance(inner, (ast.Name, ast.Tuple, ast.List, ast.Starred)):
        path.append(inner)
        inner = parents[inner]
    if isinstance(inner, _LOOPS):
        return Binding(node.id, node, How.ITERATED, inner.iter, _index(path))
    if isinstance(inner, ast.withitem):
        return Binding(node.id, node, How.ENTERED, inner.context_expr, _index(path))
    if isinstance(inner, ast.AugAssign):
        return Binding(node.id, node, How.AUGMENTED, inner.value)
    if isinstance(inner, ast.AnnAssign) and inner.value is None:
        return Binding(node.id, node, How.DECLARED)
    value = inner.value if isinstance(inner, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) else None
    return _assigned(node, path, value)


def _assigned(node: ast.Name, path: list[ast.AST], value: ast.expr | None) -> Binding:
    """The binding of a name in the target of an assignment; a tuple that is written out is gone through."""
    if len(path) == 1:
        return Binding(node.id, node, How.ASSIGNED, value)
    index = _index(path)
    target = path[-1]
    if index is not None and isinstance(value, (ast.Tuple, ast.List)):
        is_even = isinstance(target, (ast.Tuple, ast.List)) and len(target.elts) == len(value.elts)
        if is_even and not any(isinstance(each, ast.Starred) for each in value.elts):
            return Binding(node.id, node, How.ASSIGNED, value.elts[index])
    return Binding(node.id, node, How.UNPACKED, value, index)


def _index(path: list[ast.AST]) -> int | None:
    """The position of a name in a target that is one plain tuple, None elsewhere."""
    if len(path) != 2 or not isinstance(path[1], (ast.Tuple, ast.List)):
        return None
    index = next(i for i, each in enumerate(path[1].elts) if each is path[0])
    is_starred = any(isinstance(each, ast.Starred) for each in path[1].elts[:index])
    return None if is_starred else index
