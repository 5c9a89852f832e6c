"""Templates: source with holes, filled with code and turned into libcst nodes.

Code that fills a hole is put in parentheses only where it has to be. Whether it has to be is not guessed
from a table of precedences: the code needs none if Python reads the same tree with and without the
parentheses.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Mapping
from typing import TypeVar

import libcst as cst

from gpu2ipu.analysis.syntax.script import tree_of
from gpu2ipu.records import record

Statement = cst.SimpleStatementLine | cst.BaseCompoundStatement
_Node = TypeVar("_Node", bound=cst.CSTNode)

_NAME = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_IN_WAITING = "_"  # fills the other holes while one of them is judged


def stands_bare(before: str, code: str, after: str) -> bool:
    """True if code between `before` and `after` means the same without parentheses around it."""
    if (
        _NAME.fullmatch(code)
        and code != "yield"
        and not (before[-1:].isidentifier() or after[:1].isidentifier())
    ):
        return True
    bare = tree_of(f"{before}{code}{after}")
    if bare is None:
        return False
    wrapped = tree_of(f"{before}({code}){after}")
    # what cannot be parenthesized at all, such as `*rows` or `a:b`, is no expression of its own
    return wrapped is None or ast.dump(bare) == ast.dump(wrapped)


def fill(template: str, codes: Mapping[str, str], *, bracketed: bool) -> str:
    """Return the template with code in its holes; braces that name no part stay as they are.

    `bracketed` says that code of several lines needs no parentheses for their sake.
    """
    if not codes:
        return template
    names_of_parts = "|".join(map(re.escape, codes))
    pieces = re.split(rf"\{{({names_of_parts})\}}", template)
    texts, names = pieces[::2], pieces[1::2]
    filled = texts[0]
    for hole, name in enumerate(names, start=1):
        before, after = _IN_WAITING.join(texts[:hole]), _IN_WAITING.join(texts[hole:])
        if bracketed:
            before, after = f"({before}", f"{after})"
        bare = stands_bare(before, codes[name], after)
        filled += (codes[name] if bare else f"({codes[name]})") + texts[hole]
    return filled


# Most of what a port adds is the same in script after script; the nodes of libcst do not change.
_parsed_once = functools.lru_cache(maxsize=1024)


@_parsed_once
def expression(code: str, default_newline: str) -> cst.BaseExpression:
    """Return the node of an expression, for a module with that default of newline."""
    # in parentheses there may be several lines, a walrus and a yield
    node = cst.parse_expression(f"({code})")
    node = node.with_changes(lpar=node.lpar[1:], rpar=node.rpar[:-1])
    return _with_own_newlines(node, code, default_newline)


@record
class Paragraph:
    """Statements of a template, comments behind the last one, and the blank lines it asks for around them."""

    above: tuple[cst.EmptyLine, ...]
    body: tuple[Statement, ...]
    comments: tuple[cst.EmptyLine, ...]
    below: tuple[cst.EmptyLine, ...]


@_parsed_once
def paragraph(code: str, newline: str, default_newline: str) -> Paragraph:
    """Return the statements of a filled template, for a module with that default of newline.

    Where a block is indented, it is so as the module does it.
    """
    lines = code.split("\n")
    full = [number for number, line in enumerate(lines) if line.strip()]
    start, end = (full[0], full[-1] + 1) if full else (0, 0)
    text = "\n".join(lines[start:end]).rstrip("\r") + newline
    module = _with_own_newlines(cst.parse_module(text), text, default_newline)
    if len(full) < end - start:
        module = _with_empty_blank_lines(module)
    blank = cst.EmptyLine(False, newline=cst.Newline(None if newline == default_newline else newline))
    above, below = (blank,) * start, (blank,) * (len(lines) - end)
    if not module.body:
        return Paragraph(above, (), (*module.header, *module.footer), below)
    first = module.body[0]
    body = (with_leading(first, (*module.header, *leading(first))), *module.body[1:])
    return Paragraph(above, body, tuple(module.footer), below)


def leading(node: Statement) -> tuple[cst.EmptyLine, ...]:
    """Return the blank lines and comments above a statement."""
    return tuple(getattr(node, "leading_lines", ()))


def with_leading(node: Statement, lines: tuple[cst.EmptyLine, ...]) -> Statement:
    """Return the statement with other lines above it."""
    return node.with_changes(leading_lines=lines)


def _with_empty_blank_lines(module: cst.Module) -> cst.Module:
    changed = module.visit(_EmptyBlankLines())
    assert isinstance(changed, cst.Module)
    return changed


class _EmptyBlankLines(cst.CSTTransformer):
    """Blank lines of a template stay empty at any indentation."""

    def leave_EmptyLine(self, original_node: cst.EmptyLine, updated_node: cst.EmptyLine) -> cst.EmptyLine:
        return updated_node if updated_node.comment else updated_node.with_changes(indent=False)


class _Newlines(cst.CSTTransformer):
    """Say outright what a line break is, where libcst would write the default of its module."""

    def __init__(self, value: str) -> None:
        super().__init__()
        self.value = value

    def leave_Newline(self, original_node: cst.Newline, updated_node: cst.Newline) -> cst.Newline:
        return updated_node if updated_node.value else updated_node.with_changes(value=self.value)


def _with_own_newlines(node: _Node, code: str, default_newline: str) -> _Node:
    """libcst leaves open what a line break is where it is like the text's first; settle it if it matters."""
    first = _NEWLINE.search(code)
    if not first or first.group() == default_newline:
        return node
    changed = node.visit(_Newlines(first.group()))
    assert isinstance(changed, type(node))
    return changed
