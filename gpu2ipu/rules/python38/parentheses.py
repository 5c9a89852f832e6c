"""What Python 3.8 refuses, as data, and whether there are parentheses around it: the `ast` does not say."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.edits import Edit, Replace, Span
from gpu2ipu.records import record

IN_PARENTHESES = "put it in parentheses"


@record
class Newer:
    """Something that Python 3.8 refuses, with the edits that write it in the older form, if any."""

    span: Span
    what: str
    title: str = ""
    edits: tuple[Edit, ...] = ()
    trouble: str = "is a SyntaxError"


def gap(script: Script, before: Span, after: Span) -> str:
    """What stands between two nodes, up to a comma, without comments."""
    text = script.between(before[2:], after[:2])
    return "\n".join(line.partition("#")[0] for line in text.split("\n")).partition(",")[0]


def lead(script: Script, outer: Span, first: Span) -> str:
    """What stands before the first node inside of another one, without comments."""
    return gap(script, Span(*outer[:2], *outer[:2]), first)


def has_parentheses(script: Script, node: ast.Tuple) -> bool:
    """True if the parentheses around a tuple are there: one that opens before the first item closes behind it."""
    outer = script.span(node)
    spans = [script.span(item) for item in node.elts[:2]]
    if not spans:
        return True
    after = spans[1] if len(spans) > 1 else Span(*outer[2:], *outer[2:])
    return lead(script, outer, spans[0]).count("(") > gap(script, spans[0], after).count(")")


def is_in_f_string(script: Script, node: ast.AST) -> bool:
    """True if a node is in an f-string; before Python 3.12 the parser does not say where there."""
    return any(isinstance(outer, ast.JoinedStr) for outer in ancestors(script, node))


def wrapped(script: Script, node: ast.expr) -> tuple[Edit, ...]:
    """The edits that put an expression in parentheses."""
    span = script.span(node)
    return (Replace(span, "({it})", (("it", span),)),)


def header(script: Script, node: ast.stmt) -> Span:
    """The first line of a statement."""
    line, column = script.span(node)[:2]
    return Span(line, column, line, len(script.lines[line - 1].rstrip()))
