"""Imports: what a port imports besides, and where that stands among the imports of the script."""

from __future__ import annotations

import ast
import math
import sys

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.entry_points import last_import
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.edits import Edit, Insert, Where

_KERAS = ("keras", "tf_keras")  # a port imports these from TensorFlow


def module_alias(script: Script, facts: Facts, module: str, alias: str) -> tuple[str, tuple[Edit, ...]]:
    """Return the name by which a script calls a module, and the import to add when it has none, or has it too late."""
    imports = [
        (node, name) for node, name, target in facts.imports if target == module and node in script.tree.body
    ]
    first_need = _first_need(script)
    for node, name in imports:
        if node.lineno < first_need:
            return name, ()
    name = imports[0][1] if imports else fresh_name(script, alias, module, f"ipu_{alias}")
    statement = f"import {module}" if name == module else f"import {module} as {name}"
    return name, (_insert_import(script, module, statement),)


@once
def _first_need(script: Script) -> float:
    """The line at which the first model or dataset is built or used: what is imported below may come too late."""
    facts = facts_of(script)
    stacks = [construction.stack for construction in facts.constructions]
    stacks += [call.stack for call in facts.method_calls]
    frames = [stack[0] for stack in stacks if stack[0].function is None]
    here = (frame.call for frame in frames if frame.call in script.parents)
    return min((statement_of(script, call).lineno for call in here), default=math.inf)


def insert_at_top(script: Script, template: str) -> Insert:
    """Insert below the imports at the top of the script, or above its first statement after a docstring."""
    first_use = _first_use(script)
    anchor = last_import(script, first_use)
    if anchor is not None:
        return Insert(script.span(anchor), template, Where.AFTER)
    return Insert(script.span(first_use), template, Where.BEFORE)


def _insert_import(script: Script, module: str, statement: str) -> Insert:
    """Insert an import where its like stands: below those of Python's own modules, else in alphabetical order."""
    imports = _plain_imports(script)
    own = [each for each in imports if _is_of_python(_package(each))]
    others = [each for each in imports if each not in own]
    if not _is_of_python(module):
        same = (each for each in others if _package(each) == module)
        later = (each for each in others if _package(each) >= module)
        place, where = next(same, None) or next(later, None), Where.BEFORE
    elif own:
        place, where = own[-1], Where.AFTER
    else:
        place, where = next(iter(others), None), Where.BEFORE
        statement = f"{statement}\n"
    above_settings = place is not None and module == "tensorflow" and _package(place) != module
    if place is None or above_settings or _shares_lines(script, place):
        return insert_at_top(script, statement.rstrip())
    if where is Where.BEFORE and _has_comment_above(script, place):
        return Insert(script.span(place), statement.rstrip(), Where.AFTER)
    return Insert(script.span(place), statement, where)


def _has_comment_above(script: Script, statement: ast.stmt) -> bool:
    """True if a comment speaks of a statement; a comment at the very top speaks of the script."""
    if statement is script.tree.body[0]:
        return False
    return script.lines[statement.lineno - 2].lstrip().startswith("#")


def _plain_imports(script: Script) -> list[ast.Import | ast.ImportFrom]:
    """The imports at the top of a script, those in `try` and of `__future__` left out."""
    first_use = _first_use(script)
    imports = [each for each in script.tree.body if isinstance(each, (ast.Import, ast.ImportFrom))]
    return [each for each in imports if each.lineno < first_use.lineno and _package(each) != "__future__"]


def _package(statement: ast.Import | ast.ImportFrom) -> str:
    """The package that is imported from; nothing for one of the script's own."""
    if isinstance(statement, ast.ImportFrom) and statement.level:
        return ""
    name = statement.module if isinstance(statement, ast.ImportFrom) else statement.names[0].name
    package = (name or "").partition(".")[0]
    return "tensorflow" if package in _KERAS else package


def _is_of_python(package: str) -> bool:
    return package in sys.stdlib_module_names


def _shares_lines(script: Script, statement: ast.stmt) -> bool:
    """True if another statement is in a line of a statement, behind a semicolon."""
    lines = (statement.lineno, statement.end_lineno)
    return any(
        other is not statement and (other.lineno in lines or other.end_lineno in lines)
        for other in script.tree.body
    )


def _first_use(script: Script) -> ast.stmt:
    body = script.tree.body
    has_imports = False
    for statement in body:
        if not (_is_preamble(statement) or (not has_imports and _is_plain_setting(statement))):
            return statement
        has_imports |= isinstance(statement, (ast.Import, ast.ImportFrom, ast.Try))
    return body[-1]


def _is_plain_setting(statement: ast.stmt) -> bool:
    """True if a statement gives names a literal, as `__author__ = "..."` above the imports does."""
    return isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)


def _is_preamble(statement: ast.stmt) -> bool:
    """True if a statement may stand above or among the imports: import, docstring, simple setting, guarded import."""
    if isinstance(statement, (ast.Import, ast.ImportFrom, ast.Try)):
        return True
    if isinstance(statement, ast.Expr):
        return True
    return isinstance(statement, ast.Assign) and isinstance(
        statement.targets[0], (ast.Subscript, ast.Attribute)
    )
