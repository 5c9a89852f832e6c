"""Translation: how an expression of one file reads in another file of the program.

A global name of the one is another name there, or an attribute of the module as the other file imports it.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.substitution import with_names
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import FileOfScript, Script
from gpu2ipu.records import record


@record
class _Origin:
    """Where something is defined: a name of a local file, the file as a whole, or something from outside."""

    file: Path | None
    name: str  # "" for a file as a whole


def translated(
    script: Script, node: ast.expr, file: Script, at: ast.AST, local: frozenset[str] = frozenset()
) -> ast.expr | None:
    """Return an expression of a file as it reads where another node stands, its local names left as they are.

    None where a global name cannot be said there.
    """
    other = script.file_of(at)
    if other is file:
        return node
    names: dict[str, ast.expr] = {}
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id not in local and part.id not in names:
            there = _in_file(script, part.id, file, at)
            if there is None:
                return None
            names[part.id] = there
    return with_names(node, names)


def defined_in(script: Script, file: Script, name: str) -> tuple[Script, str] | None:
    """Return the other file of a program that defines a name which a file imports, and the name there."""
    origin = _origin(script, file, name)
    inner = _file(script, origin.file) if origin is not None and origin.file is not None else None
    if origin is None or inner is None or inner is file or not origin.name:
        return None
    return inner, origin.name


def _in_file(script: Script, name: str, file: Script, at: ast.AST) -> ast.expr | None:
    origin = _origin(script, file, name)
    other = script.file_of(at)
    if origin is None:
        is_builtin = hasattr(builtins, name) and not _is_shadowed(script, name, at)
        return ast.Name(name, ast.Load()) if is_builtin and not _times_bound(other, name) else None
    for bound, theirs in _imported(script, other):
        if _is_shadowed(script, bound, at):
            continue
        if theirs == origin:
            return ast.Name(bound, ast.Load())
        if origin.name and theirs == _Origin(origin.file, ""):
            return ast.Attribute(ast.Name(bound, ast.Load()), origin.name, ast.Load())
    return None


def _is_shadowed(script: Script, name: str, at: ast.AST) -> bool:
    """True if a name belongs to a function around a node."""
    variable = bindings_of(script).visible(name, at)
    return variable is not None and not isinstance(variable.scope, ast.Module)


def _origin(script: Script, file: Script, name: str) -> _Origin | None:
    """Where a global name of a file comes from; None for a builtin, and for what is bound several times."""
    for bound, origin in _imported(script, file):
        if bound == name:
            return origin
    return _Origin(file.path, name) if _times_bound(file, name) == 1 else None


def _times_bound(file: Script, name: str) -> int:
    """How often a global name of a file is bound."""
    variable = bindings_of(file).own(file.tree, name)
    return 0 if variable is None else len(variable.bindings)


def _imported(script: Script, file: Script) -> Iterator[tuple[str, _Origin]]:
    """What a file's imports at its top level bind, and where that comes from."""
    local = file.imports if isinstance(file, FileOfScript) else {}
    for node, bound, target in facts_of(file).imports:
        if node not in file.tree.body:
            continue
        if bound == "*":
            yield from _imported_by_star(script, file, local.get(target))
            continue
        if target in local:
            yield bound, _Origin(local[target], "")
            continue
        module, _, name = target.rpartition(".")
        if isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
        if module not in local:
            yield bound, _Origin(None, target)
            continue
        inner = _file(script, local[module])
        origin = _origin(script, inner, name) if inner is not None and inner is not file else None
        if origin is not None:
            yield bound, origin


def _imported_by_star(script: Script, file: Script, module: Path | None) -> Iterator[tuple[str, _Origin]]:
    inner = None if module is None else _file(script, module)
    if inner is None or inner is file:
        return
    for name in bindings_of(inner).names(inner):
        is_public = not name.startswith("_") and _times_bound(inner, name) > 0
        if is_public and (origin := _origin(script, inner, name)) is not None:
            yield name, origin


def _file(script: Script, path: Path) -> Script | None:
    return next((file for file in script.files if file.path == path), None)
