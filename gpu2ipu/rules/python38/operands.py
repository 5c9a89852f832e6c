"""Stars, `:=` and asynchronous comprehensions where Python 3.8 does not take them, and their older forms."""

from __future__ import annotations

import ast
import itertools
import sys
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.library.python_generics import GENERIC
from gpu2ipu.analysis.syntax.qualified_names import dotted
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, ancestors
from gpu2ipu.analysis.values.definitions import ScriptClass
from gpu2ipu.analysis.values.library_objects import External
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.rules.python38.parentheses import (
    IN_PARENTHESES,
    Newer,
    gap,
    has_parentheses,
    is_in_f_string,
    lead,
    wrapped,
)

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def starred(script: Script, facts: Facts, node: ast.Starred) -> Iterator[Newer]:
    """`a[*b]`, `for x in *a, b:`, `x += *a, b` and `*args: *Ts`."""
    parent, outer = itertools.islice(ancestors(script, node), 2)
    if isinstance(parent, ast.arg):
        yield Newer(script.span(node), "a star before an annotation (Python 3.11)")
    if not isinstance(parent, ast.Tuple) or node is not next(filter(_is_starred, parent.elts)):
        return
    if isinstance(outer, ast.Subscript) and outer.slice is parent:
        if not is_in_f_string(script, outer) and not has_parentheses(script, parent):
            yield _in_brackets(script, facts, outer, parent)
    elif parent in (getattr(outer, "iter", None), getattr(outer, "value", None)) and _refuses_stars(outer):
        if has_parentheses(script, parent):
            return
        what = "a star in a tuple without parentheses (Python 3.9)"
        yield Newer(script.span(parent), what, IN_PARENTHESES, wrapped(script, parent))


def _is_starred(node: ast.expr) -> bool:
    return isinstance(node, ast.Starred)


def _refuses_stars(statement: ast.AST) -> bool:
    return isinstance(statement, (ast.For, ast.AsyncFor, ast.AugAssign))


def _in_brackets(script: Script, facts: Facts, node: ast.Subscript, items: ast.Tuple) -> Newer:
    what = "a star in brackets (Python 3.11)"
    subscripted = facts.value(node.value)
    is_external = isinstance(subscripted, External)
    is_class = isinstance(subscripted, ScriptClass) or (is_external and _is_named_like_type(node))
    if is_class or _is_annotation(script, node):
        return Newer(script.span(node), what, "write it with `typing_extensions.Unpack`")
    edits = () if is_external else _tuple_in_brackets(script, node, items)
    return Newer(script.span(node), what, "put the tuple in parentheses", edits)


def _tuple_in_brackets(script: Script, node: ast.Subscript, items: ast.Tuple) -> tuple[Edit, ...]:
    """`a[(*b, c)]` for `a[*b, c]`; a slice cannot stand in a tuple."""
    has_slice = any(isinstance(item, ast.Slice) for item in items.elts)
    if has_slice or "#" in script.source(node):
        return ()
    inner = [(item.value if isinstance(item, ast.Starred) else item) for item in items.elts]
    parts = tuple((f"part{number}", script.span(item)) for number, item in enumerate(inner))
    texts = [
        f"{'*' * _is_starred(item)}{{{name}}}" for item, (name, _) in zip(items.elts, parts, strict=True)
    ]
    tuple_ = f"({', '.join(texts)}{',' * (len(texts) == 1)})"
    template = f"{{value}}[{tuple_}]"
    return (Replace(script.span(node), template, (("value", script.span(node.value)), *parts)),)


def _is_named_like_type(node: ast.Subscript) -> bool:
    name = (dotted(node.value) or "").rpartition(".")[2]
    return name[:1].isupper() or f"builtins.{name}" in GENERIC


def _is_annotation(script: Script, node: ast.Subscript) -> bool:
    """True if brackets stand in an annotation, or in what a class is derived from."""
    inner: ast.AST = node
    for outer in ancestors(script, node):
        if inner in (getattr(outer, "annotation", None), getattr(outer, "returns", None)):
            return True
        if isinstance(outer, ast.ClassDef):
            return inner in outer.bases
        if isinstance(outer, (Function, ast.Lambda)):
            return False
        inner = outer
    return False


def walrus(script: Script, facts: Facts, node: ast.NamedExpr) -> Iterator[Newer]:
    """`a[b := 1]`, `{b := 1}` and `f(b := x for x in y)`."""
    parent, outer = itertools.islice(ancestors(script, node), 2)
    inside = is_in_f_string(script, node)
    if inside and sys.version_info < (3, 12):
        return
    in_brackets = _is_in_brackets(script, node, parent, outer)
    in_set = isinstance(parent, (ast.Set, ast.SetComp)) and not _is_behind_parenthesis(script, node)
    if not (in_brackets or in_set or _is_of_argument(script, node, parent, outer)):
        return
    # black takes the parentheses around the only item of a set for superfluous
    stays = inside or (isinstance(parent, ast.Set) and len(parent.elts) == 1)
    version = "3.10" if in_brackets else "3.9"
    what = f"`:=` here without parentheses (Python {version})"
    yield Newer(script.span(node), what, IN_PARENTHESES, () if stays else wrapped(script, node))


def _is_in_brackets(script: Script, node: ast.NamedExpr, parent: ast.AST, outer: ast.AST) -> bool:
    if isinstance(parent, ast.Tuple) and isinstance(outer, ast.Subscript) and outer.slice is parent:
        return not has_parentheses(script, parent) and not _is_behind_parenthesis(script, node)
    return isinstance(parent, ast.Subscript) and not _is_behind_parenthesis(script, node)


def _is_of_argument(script: Script, node: ast.NamedExpr, parent: ast.AST, outer: ast.AST) -> bool:
    """True if a generator that is the only argument of a call begins with this."""
    if not (isinstance(parent, ast.GeneratorExp) and parent.elt is node and isinstance(outer, ast.Call)):
        return False
    span = script.span(parent)
    is_bare = outer.args == [parent] and "(" not in gap(script, script.span(outer.func), span)
    return is_bare and lead(script, span, script.span(node)).count("(") == 1


def _is_behind_parenthesis(script: Script, node: ast.expr) -> bool:
    """True if the last thing before a node is a parenthesis."""
    line, column = script.span(node)[:2]
    before = script.lines[line - 1][:column].strip()
    while not before and line > 1:
        line -= 1
        before = script.lines[line - 1].partition("#")[0].strip()
    return before.endswith("(")


def asynchronous(script: Script, facts: Facts, node: ast.comprehension | ast.Await) -> Iterator[Newer]:
    """An asynchronous comprehension in another comprehension."""
    if isinstance(node, ast.comprehension) and not node.is_async:
        return
    around = _comprehensions(script, node)
    if len(around) > 1 and not isinstance(around[0], ast.GeneratorExp):
        yield Newer(script.span(around[0]), "an asynchronous comprehension in another one (Python 3.11)")


def _comprehensions(script: Script, node: ast.AST) -> list[ast.expr]:
    """The comprehensions around a node, from the inside out; the first source of one is evaluated outside of it."""
    around: list[ast.expr] = []
    path = [node, *ancestors(script, node)]
    for place, outer in enumerate(path):
        if isinstance(outer, (Function, ast.Lambda)):
            break
        if isinstance(outer, _COMPREHENSIONS):
            first = outer.generators[0]
            if not (path[place - 1] is first and place > 1 and path[place - 2] is first.iter):
                around.append(outer)
    return around
