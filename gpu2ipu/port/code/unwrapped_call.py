"""Wrappers: what a call wraps, in the place of the call."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.edits import Edit, Remove, Replace


def unwrapped(script: Script, call: ast.Call, wrapped: ast.expr) -> Edit:
    """Return the edit that puts an argument of a call in the place of the call.

    A statement that would give a name its own value, `optimizer = wrap(optimizer)`, goes with its comments.
    """
    statement = statement_of(script, call)
    targets = statement.targets if isinstance(statement, ast.Assign) and statement.value is call else []
    if [ast.unparse(target) for target in targets] == [ast.unparse(wrapped)]:
        return Remove(script.span(statement), with_comments=True)
    return Replace(script.span(call), "{wrapped}", (("wrapped", script.span(wrapped)),))
