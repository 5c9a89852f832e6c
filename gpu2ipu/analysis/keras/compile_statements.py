"""Compile statements: where a model is compiled, as a place to say more about it by the name that it has there."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.interpreter.facts import MethodCall
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.records import record


@record
class CompileStatement:
    """A statement that compiles a model, and the model as it can be written again."""

    statement: ast.Expr
    model: ast.expr


def compile_statement(script: Script, call: MethodCall) -> CompileStatement | None:
    """Return the statement of a call that compiles a model; None where it is part of another one."""
    statement, func = statement_of(script, call.node), call.node.func
    if not (isinstance(statement, ast.Expr) and statement.value is call.node):
        return None
    if not isinstance(func, ast.Attribute) or not is_pure(func.value):
        return None
    return CompileStatement(statement, func.value)
