"""Grammar that Python 3.8 refuses: where it stands, since when Python has it, and the older form where that is certain.

https://docs.python.org/3/whatsnew/3.9.html and later ones, each held against what 3.8 itself says.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.rules.python38 import f_strings, headers, matches, operands
from gpu2ipu.rules.python38.parentheses import Newer, header

_Check = Callable[[Script, Facts, Any], Iterator[Newer]]


def newer_grammar(script: Script, facts: Facts) -> Iterator[Newer]:
    """The places that Python 3.8 cannot read."""
    for node in _suspects(script):
        yield from _CHECKS[type(node).__name__](script, facts, node)


@once
def _suspects(script: Script) -> tuple[ast.AST, ...]:
    """The nodes of which some are newer: to look at all takes a small part of the time of a parse."""
    return tuple(node for node in script.nodes if type(node).__name__ in _CHECKS)


def _statement(what: str, title: str = "") -> _Check:
    """A check of statements that are newer whatever is in them."""

    def check(script: Script, facts: Facts, node: ast.stmt) -> Iterator[Newer]:
        yield Newer(header(script, node), what, title)

    return check


def _template(script: Script, facts: Facts, node: ast.expr) -> Iterator[Newer]:
    yield Newer(script.span(node), "a t-string (Python 3.14)")


# by the name of the node, as the older of the Pythons that this runs on have not all of them
_CHECKS: Mapping[str, _Check] = {
    "Match": matches.match,
    "TryStar": _statement("`except*` (Python 3.11)"),
    "TypeAlias": _statement("`type` (Python 3.12)", "write it as an assignment"),
    "FunctionDef": headers.definition,
    "AsyncFunctionDef": headers.definition,
    "ClassDef": headers.definition,
    "With": headers.with_,
    "AsyncWith": headers.with_,
    "ExceptHandler": headers.handler,
    "Starred": operands.starred,
    "NamedExpr": operands.walrus,
    "comprehension": operands.asynchronous,
    "Await": operands.asynchronous,
    "JoinedStr": f_strings.f_string,
    "TemplateStr": _template,
}
