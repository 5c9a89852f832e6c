"""Strategy choice: a statement that does nothing but choose a strategy, by a condition or by whether there is a TPU."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import blocks, statements_in
from gpu2ipu.analysis.values.call_arguments import passed_values
from gpu2ipu.port.gpu_code.api_calls import is_pure_talk, is_tpu_call, prints

_CHOOSING = (ast.If, ast.Try, ast.Pass)


def chosen_name(
    script: Script, facts: Facts, statement: ast.stmt, others: Collection[ast.expr]
) -> str | None:
    """Return the one name that a statement gives a strategy in all of its branches; None if it does more than that."""
    if not (
        isinstance(statement, ast.If) or (isinstance(statement, ast.Try) and _looks_for_tpu(facts, statement))
    ):
        return None
    names: set[str] = set()
    for each in statements_in(statement):
        if isinstance(each, ast.Assign) and each.value in others:
            names |= {ast.unparse(target) for target in each.targets}
        elif not _is_about_devices(facts, each):
            return None
    name = names.pop() if len(names) == 1 else None
    if name is None or not name.isidentifier() or not all(_ends(statement, others)):
        return None
    bindings, inside = bindings_of(script), set(ast.walk(statement))
    own = (variable for variable in bindings.bound_inside(statement) if variable.name != name)
    return name if all(read in inside for variable in own for read in variable.reads) else None


def _looks_for_tpu(facts: Facts, statement: ast.stmt) -> bool:
    return any(is_tpu_call(facts, node) for node in ast.walk(statement))


def _is_about_devices(facts: Facts, statement: ast.stmt) -> bool:
    """True if a statement, apart from those in its blocks, only asks for devices, sets them up or prints them."""
    match statement:
        case ast.If():
            return is_pure_talk(facts, statement.test)
        case ast.Expr(value=ast.Call() as call):
            arguments = passed_values(call)
            known = is_tpu_call(facts, call) or prints(facts, call)
            return known and all(is_pure_talk(facts, argument) for argument in arguments)
        case ast.Assign(value=ast.Constant(value=None)):
            return True
        case ast.Assign():
            return is_tpu_call(facts, statement.value)
    return isinstance(statement, _CHOOSING)


def _ends(statement: ast.If | ast.Try, others: Collection[ast.expr]) -> Iterator[bool]:
    """For each branch, whether it gives a strategy."""
    branches = [*blocks(statement)]
    if isinstance(statement, ast.If) and not statement.orelse:
        yield False
    for branch in branches:
        if isinstance(statement, ast.Try) and branch in (statement.orelse, statement.finalbody):
            continue
        last = [each for each in branch if isinstance(each, (ast.If, ast.Assign))]
        yield any(
            all(_ends(each, others)) if isinstance(each, ast.If) else each.value in others for each in last
        )
