"""Later: a `compile` call that stands above the data whose batches it must count, and where it can go instead.

It moves down to the first call that reads the data, if nothing on the way asks for a compiled model. Where it stands in
the strategy's scope it goes out of it; the rule for models outside of a scope gives it one of its own.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from typing import NamedTuple

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.facts import MethodCall
from gpu2ipu.analysis.kinds import Kind
from gpu2ipu.analysis.script import Script
from gpu2ipu.analysis.structure import Block, Function, block_of, function_of, path_to, statement_of
from gpu2ipu.edits import Edit, Insert, Remove
from gpu2ipu.findings import COMMENT_PREFIX
from gpu2ipu.plan.places import host_statement, means_the_same
from gpu2ipu.plan.sites import Compilation

_READS_NOTHING = ("summary", "count_params")


class Later(NamedTuple):
    """A `compile` statement, the strategy's scope that it stands in, and the statement below that needs it first."""

    statement: ast.stmt
    scope: ast.With | None
    first_use: ast.stmt

    def edits(self, script: Script) -> tuple[Edit, ...]:
        """The edits that move it there as it is after its own edits, with the comments above it and behind it."""
        file = script.file_of(self.statement)
        span = file.span(self.statement)
        comments = reversed(list(_comments_above(file, self.statement)))
        behind = file.lines[span.end_line - 1][span.end_column :].strip()
        last = f"{{statement}}  {behind}" if behind.startswith("#") else "{statement}"
        insert = Insert(file.span(self.first_use), "\n".join((*comments, last)), parts=(("statement", span),))
        if self.scope is not None and len(self.scope.body) == 1:
            return insert, Remove(file.span(self.scope))
        return insert, Remove(span, with_comments=True)


def _comments_above(file: Script, statement: ast.stmt) -> Iterator[str]:
    """The comments right above a statement, from below, those of a port left out."""
    for line in reversed(file.lines[: statement.lineno - 1]):
        if not line.strip().startswith("#"):
            return
        if not line.strip().startswith(f"# {COMMENT_PREFIX}"):
            yield line.strip()


def later_place(script: Script, compilation: Compilation) -> Later | None:
    """Where a `compile` call can go, or None where it must stay."""
    file, node = script.file_of(compilation.node), compilation.node
    statement = statement_of(script, node)
    scope = _scope_around(file, statement)
    is_plain = isinstance(statement, ast.Expr) and statement.value is node
    name = node.func.value if isinstance(node.func, ast.Attribute) else None
    if file.borders or not is_plain or not isinstance(name, ast.Name):
        return None
    above = scope or statement
    block = block_of(file, above)
    first_use = _first_use(file, compilation, block)
    if first_use is None or first_use.lineno <= above.lineno:
        return None
    between = block[block.index(above) + 1 : block.index(first_use)]
    if scope is not None:
        between = [*scope.body[scope.body.index(statement) + 1 :], *between]
    if not between or not all(_leaves_alone(file, each, name.id) for each in between):
        return None
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    function = function_of(file, node)
    if not all(means_the_same(file, value, function, statement, first_use) for value in given):
        return None
    later = Later(statement, scope, first_use)
    return (
        None if any(_happens_between(file, call, later) for call in _calls_of(file, compilation)) else later
    )


def _scope_around(script: Script, statement: ast.stmt) -> ast.With | None:
    """The `with strategy.scope():` right around a statement."""
    path = path_to(script, statement)
    outer = path[-2] if len(path) > 1 else None
    if not isinstance(outer, ast.With) or statement not in outer.body or len(outer.items) != 1:
        return None
    entered = facts_of(script).value(outer.items[0].context_expr)
    return outer if entered.kind is Kind.STRATEGY and outer.items[0].optional_vars is None else None


def _first_use(script: Script, compilation: Compilation, block: Block) -> ast.stmt | None:
    """The statement of a block in which a compiled model is first used, if all its uses stand in the block."""
    found: list[ast.stmt] = []
    for compiled, use in compilation.pairs:
        host = len(compiled.stack) - 1
        if use.meets != host or script.file_of(use.call.stack[host].call) is not script:
            return None
        path = path_to(script, host_statement(script, use.call.stack, host))
        inside = next((outer for outer in path if outer in block), None)
        if inside is None:
            return None
        found.append(inside)
    return min(found, key=lambda statement: statement.lineno, default=None)


def _leaves_alone(script: Script, statement: ast.stmt, name: str) -> bool:
    """Whether a statement does nothing with the model of a name, but show it."""
    calls = [part for part in ast.walk(statement) if isinstance(part, ast.Call)]
    shown = [call.func.value for call in calls if isinstance(call.func, ast.Attribute) and _shows(call.func)]
    read = [part for part in ast.walk(statement) if isinstance(part, ast.Name) and part.id == name]
    called = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
    functions = (each for each in script.nodes if isinstance(each, Function) and each.name in called)
    return all(part in shown for part in read) and not any(_reads(each, name) for each in functions)


def _shows(method: ast.Attribute) -> bool:
    return method.attr in _READS_NOTHING


def _reads(function: ast.AST, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(function))


def _calls_of(script: Script, compilation: Compilation) -> Iterator[MethodCall]:
    """The calls of methods of the compiled models, under whatever name."""
    made_by = frozenset(itertools.chain(*(compiled.receiver.made_by for compiled, _ in compilation.pairs)))
    for call in facts_of(script).method_calls:
        is_ours = call.receiver.kind is Kind.MODEL and bool(call.receiver.made_by & made_by)
        if is_ours and call.node is not compilation.node and call.method not in _READS_NOTHING:
            yield call


def _happens_between(script: Script, call: MethodCall, later: Later) -> bool:
    """Whether a call is made, perhaps by a function that is called, between the two places."""
    lines = range(later.statement.lineno, later.first_use.lineno)
    return any(getattr(frame.call, "lineno", 0) in lines for frame in call.stack)
