"""Annotations that Python 3.8 cannot evaluate, as they need newer classes, and how to leave them unevaluated."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.library.python_generics import GENERIC
from gpu2ipu.analysis.syntax.qualified_names import dotted
from gpu2ipu.analysis.syntax.script import CELL_SIGN, Script
from gpu2ipu.analysis.syntax.tree import Function, blocks
from gpu2ipu.edits import Edit, Insert, Replace, Where

_FUTURE = "from __future__ import annotations"


def has_future(script: Script) -> bool:
    """True if annotations are not evaluated."""
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(alias.name == "annotations" for alias in node.names)
        for node in script.tree.body
    )


def unevaluated(script: Script, annotation: ast.expr) -> tuple[Edit, ...]:
    """The import that leaves all annotations unevaluated, at the only place where it may stand.

    Where a script has no imports there, those that other rules bring might come to stand above it: then the annotation
    is put in quotes.
    """
    if not any(isinstance(node, (ast.Import, ast.ImportFrom)) for node in script.tree.body):
        text = script.source(annotation)
        return () if '"' in text or "\n" in text else (Replace(script.span(annotation), f'"{text}"'),)
    first = script.tree.body[0]
    if (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    ):
        is_cell = CELL_SIGN in first.value.value
        return (Insert(script.span(first), f"{_FUTURE}\n" if is_cell else f"\n{_FUTURE}\n", Where.AFTER),)
    is_future = isinstance(first, ast.ImportFrom) and first.module == "__future__"
    return (Insert(script.span(first), _FUTURE if is_future else f"{_FUTURE}\n"),)


def newer_annotations(script: Script, facts: Facts) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The annotations that Python evaluates and 3.8 cannot, each with the first part that it cannot."""
    targets = {name: target for _, name, target in facts.imports}
    for annotation in _evaluated(script.tree.body, in_function=False):
        part = next((part for part in ast.walk(annotation) if _needs_newer(part, targets)), None)
        if isinstance(part, ast.expr):
            yield annotation, part


def _needs_newer(node: ast.AST, targets: dict[str, str]) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return True
    return isinstance(node, ast.Subscript) and _outside(node.value, targets) in GENERIC


def _outside(node: ast.expr, targets: dict[str, str]) -> str:
    """The qualified name of something imported or built in."""
    top, _, rest = (dotted(node) or "").partition(".")
    target = targets.get(top, f"builtins.{top}")
    return f"{target}.{rest}" if rest else target


def _evaluated(body: list[ast.stmt], in_function: bool) -> Iterator[ast.expr]:
    """Annotations of parameters and results, and of variables that are not local."""
    for statement in body:
        if isinstance(statement, Function):
            yield from _signature(statement)
            yield from _evaluated(statement.body, in_function=True)
        elif isinstance(statement, ast.ClassDef):
            yield from _evaluated(statement.body, in_function=False)
        elif isinstance(statement, ast.AnnAssign) and not in_function:
            yield statement.annotation
        else:
            for block in blocks(statement):
                yield from _evaluated(block, in_function)


def _signature(function: Function) -> Iterator[ast.expr]:
    given = function.args
    parameters = [*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg]
    yield from (each.annotation for each in parameters if each is not None and each.annotation is not None)
    if function.returns is not None:
        yield function.returns
