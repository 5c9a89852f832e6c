"""Flags of the environment variable `TF_POPLAR_FLAGS` that another version of the SDK does not know."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.edits import Edit, Remove, Replace
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.gpu_code.leftovers import freed_imports
from gpu2ipu.records import record
from gpu2ipu.rules.sdk.tables.flags import FLAGS, VARIABLE, Flag
from gpu2ipu.rules.sdk.tables.places import has

_FLAG = re.compile(r"(?<!\S)--?(\w+)(?:=\S*)?")


@record
class FlagUse:
    """A text with a flag that the SDK asked for does not know, and the edits that take it out."""

    node: ast.Constant
    flag: Flag
    edits: tuple[Edit, ...] = ()


def flag_uses(script: Script, sdk: str) -> Iterator[FlagUse]:
    """Yield the flags that a version of the SDK does not know, where a script sets them."""
    if VARIABLE not in script.text:
        return
    statements = dict.fromkeys(
        statement_of(script, node) for node in script.nodes if _names_the_variable(node)
    )
    for statement in statements:
        for node in (*ast.walk(statement), *_values_of_names(script, statement)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                unknown = [flag for flag in _flags(node.value) if not has(sdk, flag.since, flag.until)]
                edits = _edits(script, statement, node, {flag.name for flag in unknown})
                yield from (FlagUse(node, flag, edits) for flag in unknown)


def _values_of_names(script: Script, statement: ast.stmt) -> Iterator[ast.AST]:
    """What is bound to the names that a statement reads, where that is certain."""
    for node in ast.walk(statement):
        value = bindings_of(script).value(node) if isinstance(node, ast.Name) else None
        if value is not None:
            yield from ast.walk(value)


def _names_the_variable(node: ast.AST) -> bool:
    """True for `"TF_POPLAR_FLAGS"`, and for an argument of that name: `os.environ.update(TF_POPLAR_FLAGS=...)`."""
    if isinstance(node, ast.Constant):
        return node.value == VARIABLE
    return isinstance(node, ast.keyword) and node.arg == VARIABLE


def _flags(text: str) -> Iterator[Flag]:
    for match in _FLAG.finditer(text):
        if match[1] in FLAGS:
            yield FLAGS[match[1]]


def _edits(script: Script, statement: ast.stmt, node: ast.Constant, unknown: set[str]) -> tuple[Edit, ...]:
    """Take flags out of a text; a statement that sets nothing else goes."""
    if isinstance(script.parents[node], (ast.JoinedStr, ast.FormattedValue)) or not unknown:
        return ()
    text = str(node.value)
    kept = " ".join(_FLAG.sub(lambda match: "" if match[1] in unknown else match[0], text).split())
    if not kept and isinstance(statement, (ast.Assign, ast.AugAssign)) and statement.value is node:
        gone = set(ast.walk(statement))
        imports = (Remove(script.span(each)) for each in freed_imports(script, gone))
        return (Remove(script.span(statement)), *imports)
    before, after = " " * text[:1].isspace(), " " * text[-1:].isspace()
    return (Replace(script.span(node), text_of(script, ast.Constant(f"{before}{kept}{after}"))),)
