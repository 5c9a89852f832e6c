"""Decorators, `with` and `except` that Python 3.8 refuses, and their older forms."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.names import names_in
from gpu2ipu.analysis.syntax.qualified_names import dotted
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.edits import Edit, Insert, Replace, Span, Unwrap, Wrap
from gpu2ipu.rules.python38.parentheses import (
    IN_PARENTHESES,
    Newer,
    gap,
    has_parentheses,
    header,
    lead,
    wrapped,
)

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
With = ast.With | ast.AsyncWith
_DECORATOR = "_decorator"
_NAME_IT, _BARE = "give it a name first", "write it without the parentheses"
_NO_NAME = "a decorator that is more than a name and its call (Python 3.9)"
_IN_PARENTHESES = "a decorator in parentheses (Python 3.9)"
_HEADER = r"[^:]*:[^\n]*"


def definition(script: Script, facts: Facts, node: Definition) -> Iterator[Newer]:
    """Parameters of types, and decorators."""
    if getattr(node, "type_params", None):
        yield Newer(
            header(script, node), "parameters of types (Python 3.12)", "make them with `typing.TypeVar`"
        )
    if node.decorator_list:
        yield from _decorators(script, facts, node)


def _decorators(script: Script, facts: Facts, node: Definition) -> Iterator[Newer]:
    """`@a[0]`: before Python 3.9 a decorator is a dotted name, called or not, without parentheses around it."""
    may_move = not isinstance(next(ancestors(script, node)), ast.ClassDef)
    names = (name for name in _names() if name not in names_in(script))
    for decorator in node.decorator_list:
        span = script.span(decorator)
        before = script.lines[span.line - 1][: span.column].strip()
        is_name = dotted(decorator) is not None and not script.source(decorator).startswith("(")
        is_plain = is_name or _is_plain_call(script, decorator)
        if is_plain and before == "@":
            may_move = may_move and is_name
            continue
        what = _IN_PARENTHESES if is_plain else _NO_NAME
        if not _closes(script, span, before):
            yield Newer(span, what, _BARE if is_plain else _NAME_IT)
            may_move = False
        elif is_plain:
            yield Newer(span, what, _BARE, (Replace(span, "{it}", (("it", span),)),))
            may_move = may_move and is_name
        elif may_move:
            name = next(names)
            bound = Insert(script.span(node), f"{name} = {{it}}", parts=(("it", span),))
            yield Newer(span, what, _NAME_IT, (bound, Replace(span, name)))
        else:
            yield Newer(span, what, _NAME_IT)


def _names() -> Iterator[str]:
    yield _DECORATOR
    yield from (f"{_DECORATOR}_{number}" for number in itertools.count(2))


def _is_plain_call(script: Script, decorator: ast.expr) -> bool:
    if not isinstance(decorator, ast.Call) or dotted(decorator.func) is None:
        return False
    return not script.source(decorator).startswith("(")


def _closes(script: Script, span: Span, before: str) -> bool:
    """True if all that stands around a decorator stands on its lines."""
    after = re.match(r"[\s)]*", script.lines[span.end_line - 1][span.end_column :])
    assert after
    return before.startswith("@") and before.count("(") == after[0].count(")")


def with_(script: Script, facts: Facts, node: With) -> Iterator[Newer]:
    """`with (a as b, c):`; one manager alone may be in parentheses, several are a tuple for Python 3.8."""
    first, *others = node.items
    outer, span = script.span(node), script.span(first.context_expr)
    opened = lead(script, outer, span).count("(")
    if not opened:
        return
    after = first.optional_vars or (others[0].context_expr if others else None)
    if after:
        is_newer = opened > gap(script, span, script.span(after)).count(")")
    else:
        is_newer = "," in script.between(span[2:], script.span(node.body[0])[:2]).partition(":")[0]
    if not is_newer:
        return
    what = "a `with` in parentheses (Python 3.9)"
    is_tuple = all(item.optional_vars is None for item in node.items)
    trouble = "takes a tuple for the context manager" if is_tuple else "is a SyntaxError"
    yield Newer(header(script, node), what, _BARE, _bare_with(script, node), trouble)


def _bare_with(script: Script, node: With) -> tuple[Edit, ...]:
    """A `with` without the parentheses around its managers, where no comment is lost with them."""
    nodes = [
        part for item in node.items for part in (item.context_expr, item.optional_vars) if part is not None
    ]
    span, spans = script.span(node), [script.span(part) for part in nodes]
    gaps = [script.between(span[:2], spans[0][:2])]
    gaps += [script.between(one[2:], other[:2]) for one, other in itertools.pairwise(spans)]
    end = re.match(_HEADER, script.between(spans[-1][2:], script.span(node.body[0])[:2]))
    if end is None or any("#" in gap for gap in (*gaps, end[0])):
        return ()
    parts = tuple((f"part{number}", part) for number, part in enumerate(spans))
    holes = (f"{{{name}}}" for name, _ in parts)
    items = (f"{next(holes)} as {next(holes)}" if item.optional_vars else next(holes) for item in node.items)
    keyword = "async with" if isinstance(node, ast.AsyncWith) else "with"
    return (Unwrap(span), Wrap(span, span, f"{keyword} {', '.join(items)}:", parts))


def handler(script: Script, facts: Facts, node: ast.ExceptHandler) -> Iterator[Newer]:
    """`except A, B:`."""
    if isinstance(node.type, ast.Tuple) and not has_parentheses(script, node.type):
        what = "`except` of several classes without parentheses (Python 3.14)"
        yield Newer(script.span(node.type), what, IN_PARENTHESES, wrapped(script, node.type))
