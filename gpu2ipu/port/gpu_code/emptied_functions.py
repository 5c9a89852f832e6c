"""Emptied functions: those of which nothing is left once the statements about GPUs are gone, with their calls."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Block, Function, ancestors, block_of
from gpu2ipu.analysis.values.call_arguments import passed_values
from gpu2ipu.port.gpu_code.leftovers import is_free_import, may_be_read_elsewhere

_HOLDERS = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)


def with_emptied(script: Script, removed: list[ast.stmt]) -> list[ast.stmt]:
    """Statements that go; a function whose statements all do goes with its calls, where these are statements.

    Not in a file that others import, nor in a notebook, whose cells may call it in their own ways, nor where a comment
    keeps a statement that would go.
    """
    if len(script.files) > 1 or may_be_read_elsewhere(script):
        return removed
    for function in dict.fromkeys(outer for each in removed if (outer := _function_around(script, each))):
        if _is_emptied(script, function, removed) and (calls := _calls_of(script, function)):
            inside = set(ast.walk(function))
            removed = [*(each for each in removed if each not in inside), function, *calls]
    return sorted(removed, key=lambda each: each.lineno)


def _function_around(script: Script, statement: ast.stmt) -> ast.FunctionDef | None:
    """The plain function in whose own block a statement is."""
    outer = next(ancestors(script, statement))
    if not isinstance(outer, ast.FunctionDef) or outer.decorator_list:
        return None
    return outer if isinstance(next(ancestors(script, outer)), _HOLDERS) else None


def _is_emptied(script: Script, function: Function, removed: Collection[ast.stmt]) -> bool:
    """True if all that a function does goes; its docstring does nothing, nor do its imports for what goes."""
    gone = {node for statement in removed for node in ast.walk(statement)}
    kept = [statement for statement in function.body if statement not in removed]
    return all(_does_nothing(script, each, gone) for each in kept)


def _does_nothing(script: Script, statement: ast.stmt, gone: Collection[ast.AST]) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    if not (isinstance(statement, (ast.Import, ast.ImportFrom)) and is_free_import(statement)):
        return isinstance(statement, ast.Pass)
    bound = bindings_of(script).bound_around((statement,))
    return all(read in gone for variable in bound for read in variable.reads)


def _calls_of(script: Script, function: Function) -> list[ast.stmt]:
    """The statements that call a function and do nothing else; none where it is used in another way, or bound twice."""
    inside, variable = set(ast.walk(function)), bindings_of(script).variable(function)
    assert variable is not None
    readers = [node for node in variable.reads if node not in inside]
    statements = list(_statements(script, readers))
    texts = {node.value for node in script.nodes if isinstance(node, ast.Constant)}
    is_free = len(variable.bindings) == 1 and function.name not in texts and len(statements) == len(readers)
    blocks: list[Block] = [block_of(script, statement) for statement in statements]
    keeps_blocks = all(
        isinstance(next(ancestors(script, each)), _HOLDERS) or len(block) > 1
        for each, block in zip(statements, blocks)
    )
    return statements if is_free and keeps_blocks else []


def _statements(script: Script, readers: list[ast.Name]) -> Iterator[ast.stmt]:
    for reader in readers:
        call = next(ancestors(script, reader))
        statement = next(ancestors(script, call))
        is_call = isinstance(call, ast.Call) and call.func is reader and isinstance(statement, ast.Expr)
        arguments = passed_values(call) if isinstance(call, ast.Call) else []
        if is_call and isinstance(statement, ast.Expr) and all(map(is_pure, arguments)):
            yield statement
