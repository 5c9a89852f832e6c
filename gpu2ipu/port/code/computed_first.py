"""Order: whether a part of a statement may be computed by a statement of its own, right before."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TypeGuard

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors, statement_of

_SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return)
# Below these an expression may be computed never, several times, or later.
_APART = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.IfExp, ast.BoolOp)
_ACTING = (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)
# Calls that may as well be made later; what they are given counts for itself.
_IDLE = ("len", "int", "float", "round", "min", "max", "math.ceil", "math.floor", "np.ceil", "np.floor")


def may_come_first(script: Script, node: ast.expr, others: Iterable[ast.expr] = ()) -> bool:
    """True if an expression is computed once, before all else in its statement that may act, `others` aside.

    Of a statement in the body of a class too little is known: a name there would be an attribute.
    """
    statement = statement_of(script, node)
    if not isinstance(statement, _SIMPLE) or _is_of_class(script, statement):
        return False
    around = []
    for outer in ancestors(script, node):
        if outer is statement:
            break
        around.append(outer)
    if any(isinstance(outer, _APART) for outer in around):
        return False
    aside = {part for each in others for part in ast.walk(each)}
    acting = (part for part in ast.walk(statement) if part not in around and _acts(part))
    return all(part in aside or _end(part) > _start(node) for part in acting)


def _acts(node: ast.AST) -> TypeGuard[ast.expr]:
    """True if computing an expression may change something."""
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) not in _IDLE
    return isinstance(node, _ACTING)


def _is_of_class(script: Script, statement: ast.stmt) -> bool:
    return isinstance(next(ancestors(script, statement), None), ast.ClassDef)


def _start(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.expr) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or 0
