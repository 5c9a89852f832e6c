"""Slices: the statements that compute what a later one reads, by the names that they bind."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Block, ancestors, is_main_test


def needed_for(script: Script, body: Block, place: ast.AST, changing: Collection[ast.stmt]) -> set[ast.stmt]:
    """Return the statements of a body on which the one with a place depends, and that one.

    Those of `with` blocks are listed one by one. A statement of `changing` that reads a name may change what it names,
    as `branches.append(layer(x))` does.
    """
    statements = list(unrolled(body))
    around = {place, *ancestors(script, place)}
    end = next(number for number, each in enumerate(statements) if each in around)
    found = {statements[end]}
    names = names_read(statements[end])
    for statement in reversed(statements[:end]):
        bound = names_changed(statement)
        is_changing = (
            isinstance(statement, ast.Expr) and statement in changing and names & names_read(statement)
        )
        if bound & names or is_changing:
            found.add(statement)
            names = (names - set(_rebound(statement))) | names_read(statement)
    return found


def unrolled(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements, those of `with` blocks and of a main guard in place of the block."""
    for statement in statements:
        is_guard = isinstance(statement, ast.If) and is_main_test(statement.test) and not statement.orelse
        if isinstance(statement, ast.With) or (isinstance(statement, ast.If) and is_guard):
            yield from unrolled(statement.body)
        else:
            yield statement


def names_read(statement: ast.stmt) -> set[str]:
    """Return the names that a statement reads."""
    return {
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }


def names_changed(statement: ast.stmt) -> set[str]:
    """Return the names that a statement binds, or whose attributes or items it sets."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {statement.name}
    found = set()
    for node in ast.walk(statement):
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store):
            root: ast.expr = node
            while isinstance(root, (ast.Attribute, ast.Subscript)):
                root = root.value
            if isinstance(root, ast.Name):
                found.add(root.id)
    return found


def _rebound(statement: ast.stmt) -> Iterator[str]:
    """The names that certainly have another value before a statement."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    for target in targets:
        for each in target.elts if isinstance(target, (ast.Tuple, ast.List)) else (target,):
            if isinstance(each, ast.Name):
                yield each.id
